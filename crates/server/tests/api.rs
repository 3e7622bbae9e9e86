//! The description that the program serves, the routes it has, and the table in `docs/api.md` are the same.

mod common;

use common::{Running, Scratch, request};
use serde_json::Value;
use std::collections::BTreeSet;

const DOCS: &str = include_str!("../../../docs/api.md");

/// What the table in the docs tells of: `POST /games/ID/act`.
fn told() -> BTreeSet<String> {
    let mut routes = BTreeSet::new();
    let (_, rest) = DOCS.split_once("## Routes\n").expect("a section about routes");
    for line in rest.lines().take_while(|line| line.starts_with('|')).skip(2) {
        let cell = line.split('|').nth(1).expect("a first cell");
        let mut before = "";
        for route in cell.split('`').skip(1).step_by(2) {
            // After the first, a route may leave out what it shares with it: `POST /a/b` · `/c`.
            let full = match route.split_once(' ') {
                Some(_) => route.to_owned(),
                None => format!("{}{route}", before.rsplit_once('/').expect("a route before it").0),
            };
            routes.insert(full.split('?').next().expect("a path").to_owned());
            before = if before.is_empty() { route } else { before };
        }
    }
    routes
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_route_is_described_and_every_description_is_a_route() {
    let scratch = Scratch::new();
    let server = Running::start(&scratch.file()).await;
    let described = request(server.address, "GET", "/openapi.json", None, "").await.ok();
    let mut routes = BTreeSet::new();
    for (path, operations) in described["paths"].as_object().expect("paths") {
        let short = path.strip_prefix("/api/v1").unwrap_or(path);
        for (method, operation) in operations.as_object().expect("operations") {
            assert!(operation["summary"].is_string(), "{method} {path} is not explained");
            let method = method.to_uppercase();
            let asked = short.replace("{id}", "none");
            let answer = request(server.address, &method, &asked, None, "").await;
            assert!(answer.status != 405, "{method} {path} is not a route");
            if answer.status == 404 {
                assert!(!answer.text().contains("no such route"), "{method} {path} is not a route");
            }
            routes.insert(format!("{method} {}", short.replace("{id}", "ID")));
        }
    }
    // The docs tell of these in sentences.
    for route in ["GET /games/ID/socket", "GET /livez", "GET /readyz", "GET /healthz", "GET /metrics"] {
        assert!(routes.remove(route), "{route} is not described");
        assert!(DOCS.contains(route.rsplit_once(' ').expect("a path").1), "{route} is not in docs/api.md");
    }
    assert_eq!(routes, told(), "the description and docs/api.md differ");
    references_are_whole(&described, &described);
    server.stop().await;
}

/// Whatever the description refers to is in it.
fn references_are_whole(part: &Value, whole: &Value) {
    match part {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get("$ref") {
                let pointer = reference.strip_prefix('#').expect("a reference into the description");
                assert!(whole.pointer(pointer).is_some(), "{reference} leads nowhere");
            }
            fields.values().for_each(|field| references_are_whole(field, whole));
        }
        Value::Array(items) => items.iter().for_each(|item| references_are_whole(item, whole)),
        _ => {}
    }
}
