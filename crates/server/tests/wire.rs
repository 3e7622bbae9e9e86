//! `web/src/wire.ts` says what the Rust types say.
//!
//! `LONGROLL_UPDATE=1 cargo test -p server --test wire` writes the file anew.

use server::wire;
use std::collections::BTreeMap;
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

const HEAD: &str = "\
// The types of the wire, made from the Rust types. Do not edit:
// LONGROLL_UPDATE=1 cargo test -p server --test wire
";

/// Every type reachable from those it is shown, by name.
struct Types<'a> {
    config: &'a Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Types<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Numbers, texts and lists have no file of their own.
        if T::output_path().is_none() {
            T::visit_dependencies(self);
            T::visit_generics(self);
            return;
        }
        let name = T::ident(self.config);
        if self.found.contains_key(&name) {
            T::visit_generics(self);
            return;
        }
        let docs = T::docs().unwrap_or_default();
        self.found.insert(name, format!("{docs}export {}\n", T::decl(self.config)));
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

macro_rules! declare {
    ($config:expr, $($type:ty),+ $(,)?) => {{
        let mut types = Types { config: $config, found: BTreeMap::new() };
        $(types.visit::<$type>();)+
        types.found
    }};
}

fn wire_file() -> String {
    let config = Config::new();
    let types = declare!(
        &config,
        engine::scene::Board,
        engine::scene::Overlay,
        engine::scene::Preview,
        engine::stage::Blurb,
        wire::PlayerKey,
        wire::MoveCode,
        wire::KeyInfo,
        wire::Revoke,
        wire::Revoked,
        wire::HandOn,
        wire::Pledge,
        wire::NewGame,
        wire::Created,
        wire::Invite,
        wire::Invitation,
        wire::Join,
        wire::Opening,
        wire::GameCard,
        wire::GameInfo,
        wire::Act,
        wire::UndoWish,
        wire::Answered,
        wire::Reactions,
        wire::WaitWish,
        wire::StandWish,
        wire::Resign,
        wire::DrawWish,
        wire::Moments,
        wire::PreviewWish,
        wire::ClickWish,
        wire::Clicked,
        wire::Words,
        wire::Webhook,
        wire::YourTurn,
        wire::Imported,
        wire::Refusal,
        wire::ToServer,
        wire::ToClient,
    );
    types.into_values().fold(HEAD.to_owned(), |file, declaration| file + "\n" + &declaration)
}

#[test]
fn the_types_of_the_client_are_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire.ts");
    let made = wire_file();
    if std::env::var_os("LONGROLL_UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for the types");
        std::fs::write(&path, &made).expect("the types written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == made,
        "web/src/wire.ts is not current; write it with LONGROLL_UPDATE=1 cargo test -p server --test wire"
    );
}
