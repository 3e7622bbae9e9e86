//! What has changed from one sight to the next.
//!
//! A sight of a large battle is a hundred kilobytes, and an act changes two pieces of it. So whoever has seen one sight
//! is told of the next only what is different. It is made of two sights of the same eyes and of nothing else: what
//! those eyes may not see is in neither, and so cannot be in what lies between them.

use super::{Answer, Ask, Marker, Panel, Piece, Reacting, Region, Scene, Sight, Track, Undo, Word};
use crate::{Outcome, Question, Seat, Side};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What leads from one sight to the next one of the same eyes. Whatever is missing is as it was.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Change {
    /// [`Sight::moment`] of the sight that is changed.
    pub since: String,
    /// [`Sight::moment`] of the sight it becomes.
    pub moment: String,
    /// [`Sight::scene`].
    #[serde(flatten, serialize_with = "shared")]
    #[cfg_attr(feature = "openapi", schema(value_type = SceneChange))]
    pub scene: Arc<SceneChange>,
    /// [`Sight::armies`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub armies: Option<[Side; 2]>,
    /// [`Sight::ask`]; `null` if nothing is asked any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub ask: Option<Option<AskChange>>,
    /// [`Sight::waiting`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub waiting: Option<Vec<Seat>>,
    /// [`Sight::context`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub context: Option<String>,
    /// [`Sight::outcome`]; `null` if the end was taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub outcome: Option<Option<Outcome<Seat>>>,
    /// [`Sight::log`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub log: Option<usize>,
    /// [`Sight::undo`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub undo: Option<Undo>,
}

/// As if it were not shared.
fn shared<S: Serializer>(change: &Arc<SceneChange>, serializer: S) -> Result<S::Ok, S::Error> {
    (**change).serialize(serializer)
}

/// What leads from one scene to the next.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SceneChange {
    /// [`Scene::pieces`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<Object>>))]
    pub pieces: Option<Vec<Part<Piece>>>,
    /// [`Scene::markers`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<Object>>))]
    pub markers: Option<Vec<Part<Marker>>>,
    /// [`Scene::tracks`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<Object>>))]
    pub tracks: Option<Vec<Part<Track>>>,
    /// [`Scene::panels`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<Object>>))]
    pub panels: Option<Vec<Part<Panel>>>,
}

/// A new question, told by what is new of its answers.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AskChange {
    /// [`Ask::seat`].
    #[serde(rename = "side")]
    pub seat: Seat,
    /// [`Ask::question`].
    pub question: Question,
    /// [`Ask::answers`]; those that were there before are those of the question before, if there was one.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    pub answers: Vec<Part<Answer>>,
    /// [`Ask::complete`].
    pub complete: bool,
    /// [`Ask::regions`].
    pub regions: Vec<Region>,
    /// [`Ask::outlook`].
    pub outlook: bool,
    /// [`Ask::takes`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub takes: Vec<String>,
    /// [`Ask::again`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub again: Option<String>,
    /// [`Ask::moves`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub moves: Option<Word>,
    /// [`Ask::reaction`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reaction: Option<Reacting>,
}

/// A part of a list that was there before. All of them, in order, are the list as it is now.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Part<T> {
    /// So many of the list as it was, from this one on: `[first, count]`.
    Kept([usize; 2]),
    /// One of the list as it was, with other fields.
    Like {
        /// Which one.
        like: usize,
        /// The fields that are different.
        #[cfg_attr(feature = "ts", ts(type = "Partial<T>"))]
        with: Map<String, Value>,
    },
    /// One that was not there.
    New(T),
}

/// What can be told by the fields in which it differs from another of its kind.
trait Fields {
    /// Those fields, as they are now; `None` if a field was told of before and is left out now, which cannot be said.
    fn since(&self, before: &Self) -> Option<Map<String, Value>>;
}

/// Compares field by field, and makes JSON of those alone that differ. Every field by its name: a new one does not
/// compile until it is told of. Those behind `or` are left out where they are empty.
macro_rules! fields {
    ($($name:ident { $($field:ident),+ $(; or $($empty:ident),+)? })+) => {
        $(impl Fields for $name {
            fn since(&self, before: &$name) -> Option<Map<String, Value>> {
                let $name { $($field,)+ $($($empty),+)? } = self;
                let mut told = Map::new();
                $(if *$field != before.$field {
                    told.insert(stringify!($field).to_owned(), told_as($field));
                })+
                $($(if *$empty != before.$empty {
                    if $empty.is_empty() {
                        return None;
                    }
                    told.insert(stringify!($empty).to_owned(), told_as($empty));
                })+)?
                Some(told)
            }
        })+
    };
}

fields! {
    Piece { id, side, kind, name, at, facing, formation, figures, badges, spent, text; or body }
    Marker { kind, places, label, side, text; or at }
    Track { id, name, boxes, at }
    Panel { id, name, rows, pressing, first, lie; or cards }
    Answer { action, label, on }
}

fn told_as<T: Serialize>(field: &T) -> Value {
    serde_json::to_value(field).expect("scenes are made of texts and numbers")
}

impl Change {
    /// What leads from one sight to another of the same eyes.
    #[must_use]
    pub fn between(before: &Sight, after: &Sight) -> Change {
        // Every field by its name: a new one does not compile until it is told of.
        let Sight { moment, scene, armies, ask, waiting, context, outcome, log, undo } = after;
        Change {
            since: before.moment.clone(),
            moment: moment.clone(),
            scene: scene.since(&before.scene),
            armies: (before.armies != *armies).then_some(*armies),
            ask: (before.ask != *ask).then(|| ask.as_ref().map(|ask| asked(before.ask.as_ref(), ask))),
            waiting: (before.waiting != *waiting).then(|| waiting.clone()),
            context: (before.context != *context).then(|| context.clone()),
            outcome: (before.outcome != *outcome).then_some(*outcome),
            log: (before.log != *log).then_some(*log),
            undo: (before.undo != *undo).then(|| undo.clone()),
        }
    }
}

impl SceneChange {
    /// What leads from one scene to another of the same eyes.
    #[must_use]
    pub fn between(before: &Scene, after: &Scene) -> SceneChange {
        let Scene { pieces, markers, tracks, panels } = after;
        SceneChange {
            pieces: changed(&before.pieces, pieces, |piece| &piece.id),
            markers: changed(&before.markers, markers, |marker| (&marker.kind, &marker.places, &marker.at)),
            tracks: changed(&before.tracks, tracks, |track| &track.id),
            panels: changed(&before.panels, panels, |panel| &panel.id),
        }
    }
}

fn asked(before: Option<&Ask>, after: &Ask) -> AskChange {
    let Ask { seat, question, answers, complete, regions, outlook, takes, again, moves, reaction } = after;
    let were = before.map_or(&[][..], |ask| &ask.answers);
    AskChange {
        seat: *seat,
        question: question.clone(),
        answers: parts(were, answers, |answer| &answer.action),
        complete: *complete,
        regions: regions.clone(),
        outlook: *outlook,
        takes: takes.clone(),
        again: again.clone(),
        moves: moves.clone(),
        reaction: reaction.clone(),
    }
}

fn changed<'a, T, K>(before: &'a [T], after: &'a [T], key: impl Fn(&'a T) -> K) -> Option<Vec<Part<T>>>
where
    T: PartialEq + Clone + Fields,
    K: Ord,
{
    let parts = parts(before, after, key);
    let unchanged = match parts[..] {
        [] => before.is_empty(),
        [Part::Kept(all)] => all == [0, before.len()],
        _ => false,
    };
    (!unchanged).then_some(parts)
}

/// A list told by another one. Keys only help to find what is alike: two items may well have the same.
fn parts<'a, T, K>(before: &'a [T], after: &'a [T], key: impl Fn(&'a T) -> K) -> Vec<Part<T>>
where
    T: PartialEq + Clone + Fields,
    K: Ord,
{
    let mut places: Option<BTreeMap<K, usize>> = None;
    let mut parts = Vec::new();
    // Where the list goes on if nothing has changed.
    let mut next = 0;
    for item in after {
        let (like, same) = match before.get(next) {
            Some(old) if old == item => (next, true),
            Some(old) if key(old) == key(item) => (next, false),
            _ => {
                let places = places.get_or_insert_with(|| {
                    // Of several with one key, the first.
                    before.iter().enumerate().rev().map(|(place, old)| (key(old), place)).collect()
                });
                match places.get(&key(item)) {
                    Some(&like) => (like, before[like] == *item),
                    None => {
                        parts.push(Part::New(item.clone()));
                        continue;
                    }
                }
            }
        };
        next = like + 1;
        match parts.last_mut() {
            _ if !same => parts.push(match item.since(&before[like]) {
                Some(with) => Part::Like { like, with },
                None => Part::New(item.clone()),
            }),
            Some(Part::Kept([first, count])) if *first + *count == like => *count += 1,
            _ => parts.push(Part::Kept([like, 1])),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::super::{Bearing, SharedScene, Spot, Stand, TrackBox};
    use super::*;

    impl Fields for Value {
        fn since(&self, before: &Value) -> Option<Map<String, Value>> {
            let mut fields = self.as_object().expect("an object").clone();
            let gone = before.as_object()?.keys().any(|name| !fields.contains_key(name));
            fields.retain(|name, value| before.get(name) != Some(value));
            (!gone).then_some(fields)
        }
    }

    /// A list as whoever has the one before puts it together.
    fn together(before: &[Value], parts: &Value) -> Vec<Value> {
        let mut list = Vec::new();
        for part in parts.as_array().expect("a list of parts") {
            if let Some(kept) = part.as_array() {
                let [first, count] = [0, 1].map(|at: usize| kept[at].as_u64().expect("a number") as usize);
                list.extend_from_slice(&before[first..first + count]);
            } else if let Some(like) = part.get("like") {
                let mut item = before[like.as_u64().expect("a number") as usize].clone();
                for (name, value) in part["with"].as_object().expect("fields") {
                    item[name] = value.clone();
                }
                list.push(item);
            } else {
                list.push(part.clone());
            }
        }
        list
    }

    fn item(key: usize, text: usize) -> Value {
        serde_json::json!({"id": key, "text": format!("text {text}"), "fixed": true})
    }

    fn told(before: &[Value], after: &[Value]) -> Value {
        let parts = parts(before, after, |item| item["id"].as_u64());
        serde_json::to_value(parts).expect("parts are made of texts and numbers")
    }

    #[test]
    fn what_has_not_changed_is_told_by_its_number() {
        let before: Vec<Value> = (0..200).map(|key| item(key, key)).collect();
        let mut after = before.clone();
        after[17] = item(17, 400);
        after.remove(100);
        after.push(item(900, 1));
        let parts = told(&before, &after);
        let expected = serde_json::json!([[0, 17], {"like": 17, "with": {"text": "text 400"}}, [18, 82], [101, 99], item(900, 1)]);
        assert_eq!(parts, expected);
    }

    #[test]
    fn a_piece_that_loses_its_stands_is_told_whole() {
        let stand =
            Stand { at: [1, 2], facing: Bearing::NORTH, size: [8, 6], sign: Word::default(), lost: false };
        let piece = |body: &[Stand], text: &str| Piece {
            id: "A".into(),
            side: None,
            kind: "picket".into(),
            name: "A".into(),
            at: Spot::Point { at: [1, 2] },
            facing: None,
            body: body.to_vec(),
            formation: None,
            figures: Vec::new(),
            badges: Vec::new(),
            spent: false,
            text: text.to_owned(),
        };
        let (bare, one) = (std::slice::from_ref(&stand), [stand.clone(), stand.clone()]);
        for (before, after, whole) in [(bare, &one[..], false), (&[], bare, false), (bare, &[], true)] {
            let scene = |body, text| Scene { pieces: vec![piece(body, text)], ..Scene::default() };
            let (before, after) = (scene(before, "before"), scene(after, "after"));
            let change = serde_json::to_value(SceneChange::between(&before, &after)).unwrap();
            assert_eq!(change["pieces"][0].get("like").is_none(), whole);
            let [before, after] = [before, after].map(|scene| serde_json::to_value(scene).unwrap());
            let before = before["pieces"].as_array().unwrap();
            assert_eq!(Value::Array(together(before, &change["pieces"])), after["pieces"]);
        }
    }

    #[test]
    fn every_list_comes_out_of_every_other_one() {
        // A small generator: the same every time.
        let mut seed = 7_u64;
        let mut below = |limit: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % limit
        };
        for _ in 0..2_000 {
            // Few keys and few texts, so that some come twice and lists are often alike.
            let mut list =
                |longest: usize| (0..below(longest)).map(|_| item(below(6), below(3))).collect::<Vec<_>>();
            let (before, after) = (list(9), list(9));
            assert_eq!(together(&before, &told(&before, &after)), after);
            assert_eq!(changed(&before, &after, |item| item["id"].as_u64()).is_none(), before == after);
        }
    }

    #[test]
    fn fields_are_told_by_the_names_they_have_on_the_wire() {
        let track = |name: &str, at| Track::new(name, name, Vec::new(), at);
        let (before, after) = (track("turn", 0), Track { at: 3, ..track("day", 0) });
        let Value::Object(whole) = told_as(&after) else { panic!("a track has fields") };
        let told = after.since(&before).expect("nothing is left out");
        assert_eq!(told.keys().collect::<Vec<_>>(), ["at", "id", "name"]);
        assert!(told.iter().all(|(name, value)| whole.get(name) == Some(value)));
    }

    #[test]
    fn a_scene_tells_the_way_from_whichever_it_is_asked_about() {
        let scene = |turn: usize| -> SharedScene {
            let boxes = (1..9).map(|number| TrackBox::new(number, "")).collect();
            Scene { tracks: vec![Track::new("turn", "Turn", boxes, turn)], ..Scene::default() }.into()
        };
        let [first, second, third] = [1, 2, 3].map(scene);
        let pawn = |told: &SceneChange| {
            serde_json::to_value(told).expect("numbers")["tracks"][0]["with"]["at"].clone()
        };
        assert_eq!(pawn(&third.since(&second)), 3);
        assert!(Arc::ptr_eq(&third.since(&second), &third.since(&second)));
        assert_eq!(*third.since(&first), SceneChange::between(&first, &third));
        assert_eq!(*third.since(&third), SceneChange::between(&third, &third));
        assert_eq!(pawn(&first.since(&third)), 1);
    }
}
