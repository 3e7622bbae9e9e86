//! The game in plain words: what happened, and what may be answered.

use crate::measure::charge::ChargeGeom;
use crate::measure::{MoveGeom, SpecialGeom};
use crate::model::action::Action;
use crate::model::cards::{BattleCard, Bottom};
use crate::model::deck::BACK;
use crate::model::event::{Cause, Event, Fate};
use crate::model::ids::{BrigadeId, CardId, GeneralId, StandId};
use crate::model::laid::Laid;
use crate::model::scenario::{Face, Part, RallyRoundTheFlag};
use crate::model::spot::Ground;
use crate::rules::fire::{Numbers, Reason};
use crate::rules::melee::Totals;
use crate::rules::setup::proposals::Proposal;
use engine::notation::Noun;
use engine::words::{counted, listed, signed};
use engine::{Line, Side};
use ground::table::{Hand, Heading, number};

fn stand(rules: &RallyRoundTheFlag, stand: StandId) -> &str {
    rules.stands.get(stand.index()).map_or("?", |stand| stand.name.as_str())
}

fn general(rules: &RallyRoundTheFlag, general: GeneralId) -> &str {
    rules.generals.get(general.index()).map_or("?", |general| general.name.as_str())
}

fn objective(rules: &RallyRoundTheFlag, objective: u8) -> &str {
    rules.objectives.get(usize::from(objective)).map_or("?", |objective| objective.name.as_str())
}

fn brigade(rules: &RallyRoundTheFlag, brigade: BrigadeId) -> &str {
    rules.brigades.get(brigade.index()).map_or("?", |brigade| brigade.name.as_str())
}

/// A proposal in words.
pub(crate) fn proposal(rules: &RallyRoundTheFlag, proposal: Proposal) -> String {
    match proposal {
        Proposal::Entry(border, body) => {
            let body = rules.bodies.get(body.index()).map_or("?", |body| body.name.as_str());
            format!("{} as an entry for {body}", border.write(rules))
        }
        Proposal::Close(frame) => format!("to close the ground {}", Ground(frame).write(rules)),
        Proposal::Edges(attacker, defender) => {
            format!("that the Attacker deploys in the {attacker} and the Defender in the {defender}")
        }
    }
}

/// A card: its name, and what it says at its top.
pub(crate) fn card(rules: &RallyRoundTheFlag, card: CardId) -> String {
    match rules.cards.get(card.index()).filter(|_| card != BACK).map(|card| (&card.tag, card.face)) {
        Some((tag, Face::Battle(_, face))) => format!("{tag} ({})", top(&face)),
        Some((_, Face::Command(leader, _))) => format!("the Command card of {}", general(rules, leader)),
        None => "a card".to_owned(),
    }
}

fn bottom(rules: &RallyRoundTheFlag, card: CardId) -> Option<Bottom> {
    match rules.cards.get(card.index())?.face {
        Face::Battle(_, face) => Some(face.bottom),
        Face::Command(..) => None,
    }
}

/// `Fire 2 + Reroll 1`.
pub(crate) fn top(face: &BattleCard) -> String {
    match face.rerolls {
        0 => format!("{} {}", face.top.name(), face.amount),
        points => format!("{} {} + Reroll {points}", face.top.name(), face.amount),
    }
}

/// An answer in words.
pub(crate) fn answer(rules: &RallyRoundTheFlag, action: &Action) -> String {
    match *action {
        Action::Accept => "Fight here".to_owned(),
        Action::ToTheBoard => "Have it resolved on the battle board".to_owned(),
        Action::LeaveArea => "Leave the Area, routed".to_owned(),
        Action::MarkEntry { border, body } => {
            format!("Propose {}", proposal(rules, Proposal::Entry(border, body)))
        }
        Action::CloseGround(Ground(frame)) => format!("Propose {}", proposal(rules, Proposal::Close(frame))),
        Action::Edges { attacker, defender } => {
            format!("Propose {}", proposal(rules, Proposal::Edges(attacker, defender)))
        }
        Action::Enough => "Nothing more".to_owned(),
        Action::Agree => "Agree".to_owned(),
        Action::Refuse => "Refuse".to_owned(),
        Action::LeaveOut(which) => format!("Leave {} out", brigade(rules, which)),
        Action::Bear(who) => format!("{} bears it", stand(rules, who)),
        Action::MakeGood(who) => format!("A loss of {} is made good", stand(rules, who)),
        Action::Appoint(leader) => format!("{} commands all", general(rules, leader)),
        Action::Independent(which) => format!("{} is Independent", brigade(rules, which)),
        Action::Subordinate { brigade: which, general: leader } => {
            format!("{} is subordinated to {}", brigade(rules, which), general(rules, leader))
        }
        Action::StartOn(which) => format!("{} begins on the map", brigade(rules, which)),
        Action::WaitAt { brigade: which, border } => {
            format!("{} waits off the map at {}", brigade(rules, which), border.write(rules))
        }
        Action::WaitOff(which) => format!("{} waits off the map", brigade(rules, which)),
        Action::Seat { general: leader, place } => {
            format!("{} begins at {}", general(rules, leader), place.write(rules))
        }
        Action::DrawUp { brigade: which, drawn } => {
            format!("Draw {} up at {}", brigade(rules, which), drawn.write(rules))
        }
        Action::Put { stand: who, spot } => format!("Put {} at {}", stand(rules, who), spot.write(rules)),
        Action::HoldBack(who) => format!("Hold {} back", stand(rules, who)),
        Action::NoRoom(which) => format!("{} finds no room, and waits off the map", brigade(rules, which)),
        Action::Ready => "Ready".to_owned(),
        Action::Unsettle(who) => format!("Disorder {}", stand(rules, who)),
        Action::Drop(which) => format!("Leave {} out of the deck", card(rules, which)),
        Action::Play(which) => format!("Play {}", card(rules, which)),
        Action::PlayFor { card: which, stand: by } => {
            let bottom = match rules.cards.get(which.index()).map(|card| card.face) {
                Some(Face::Battle(_, face)) => face.bottom.name(),
                _ => "it",
            };
            format!("Play {bottom} for {}", stand(rules, by))
        }
        Action::Activate(leader) => format!("Activate {}", general(rules, leader)),
        Action::Pass => "Pass".to_owned(),
        Action::Discard(which) => format!("Discard {}", card(rules, which)),
        Action::Keep => "Discard no more".to_owned(),
        Action::Add(which) => format!("Add {} for its Reroll points", card(rules, which)),
        Action::Move(who) => format!("{} moves", stand(rules, who)),
        Action::Tactic(who) => format!("{} makes a Tactic", stand(rules, who)),
        Action::March(who) => format!("{} marches", stand(rules, who)),
        Action::Lay(how) => laid(how),
        Action::MoveBy { stand: who, laid: how } => format!("{} moves: {}", stand(rules, who), laid(how)),
        Action::TacticBy { stand: who, laid: how } => {
            format!("{} makes a Tactic: {}", stand(rules, who), laid(how))
        }
        Action::MarchBy { stand: who, laid: how } => format!("{} marches: {}", stand(rules, who), laid(how)),
        Action::Mount => "Mount".to_owned(),
        Action::Dismount => "Dismount".to_owned(),
        Action::Stay => "Stay".to_owned(),
        Action::Ride { general: leader, ride } => {
            let bearing = number::write(ride.bearing.tenths().into(), 1);
            format!("{} rides {bearing}°", general(rules, leader))
        }
        Action::Open(which) => format!("Open the entry for {}", brigade(rules, which)),
        Action::Enter(who) => format!("{} enters", stand(rules, who)),
        Action::MarchIn(who) => format!("{} marches in", stand(rules, who)),
        Action::In(_) => action.write(rules),
        Action::Bring { general: leader, seat } => {
            format!("{} rides in over {}", general(rules, leader), seat.border.write(rules))
        }
        Action::Rally(who) => format!("{} rallies", stand(rules, who)),
        Action::RallyByCard(who) => format!("{} rallies by the Command card", stand(rules, who)),
        Action::Plan(who) => format!("{} acts by the Plan", stand(rules, who)),
        Action::Charge(who) => format!("{} charges", stand(rules, who)),
        Action::ChargeAt { stand: who, target, way } => {
            format!("{} charges {}, {}", stand(rules, who), stand(rules, target), tilted(way))
        }
        Action::Pair { stand: who, target } => {
            format!("{} and {}", stand(rules, who), stand(rules, target))
        }
        Action::At { target, way } => format!("Charge {}, {}", stand(rules, target), tilted(way)),
        Action::Lead(leader) => format!("{} goes along", general(rules, leader)),
        Action::Spur(which) => {
            format!("Play {} with the charge", bottom(rules, which).map_or("a card", Bottom::name))
        }
        Action::Take(who) => format!("Take {} along", stand(rules, who)),
        Action::Fire { stand: who, target } => {
            format!("{} fires at {}", stand(rules, who), stand(rules, target))
        }
        Action::FireAt { stand: who, general: leader } => {
            format!("{} fires at {}", stand(rules, who), general(rules, leader))
        }
        Action::FireWith { stand: who, target, card: which } => {
            let bottom = bottom(rules, which).map_or("a card", Bottom::name);
            format!("{} fires at {} with {bottom}", stand(rules, who), stand(rules, target))
        }
        Action::AnswerHit { card: which, dice } => {
            let bottom = bottom(rules, which).map_or("a card", Bottom::name);
            let dice = ["the first die", "the second die", "both dice"][dice as usize];
            format!("{bottom}: {dice} rolled again")
        }
        Action::CloseUp { stand: who, friend, .. } => {
            format!("{} closes up behind {}", stand(rules, who), stand(rules, friend))
        }
        Action::Form { stand: who, hand } => {
            let side = if hand == Hand::Left { "left" } else { "right" };
            format!("{} forms up, the second file on the {side}", stand(rules, who))
        }
        Action::Reinforce { stand: who, .. } => format!("{} goes there, by Reinforce", stand(rules, who)),
        Action::LetPass => "Let it pass".to_owned(),
        Action::Lose(part) => match part {
            Part::Men => "The men on foot take the loss",
            Part::Mounted => "The mounted stand takes the loss",
            Part::Holders => "The horse holders take the loss",
        }
        .to_owned(),
        Action::Fight(who) => format!("The melee of {}", stand(rules, who)),
        Action::Commit(which) => match rules.cards.get(which.index()).map(|known| known.face) {
            Some(Face::Battle(_, face)) => {
                let number =
                    |number: Option<u8>| number.map_or("–".to_owned(), |number| number.to_string());
                let (red, blue) = (number(face.red), number(face.blue));
                format!("Commit {}, red {red}, blue {blue}", card(rules, which))
            }
            _ => format!("Commit {}", card(rules, which)),
        },
        Action::Suffer(who) => format!("{} takes the loss", stand(rules, who)),
        Action::Relieve(who) => format!("{} takes the firer's place", stand(rules, who)),
        Action::Next(who) => format!("{} first", stand(rules, who)),
        Action::Flee => "Run from the enemy".to_owned(),
        Action::FleeFrom(enemy) => format!("Run from {}", stand(rules, enemy)),
        Action::FleeTo(leader) => format!("Run toward {}", general(rules, leader)),
        Action::Done => "Nobody else acts".to_owned(),
        Action::Reroll(die) => {
            format!("Roll the {} die again", ["first", "second", "third", "fourth"][die as usize])
        }
        Action::LetStand => "Let the dice stand".to_owned(),
        Action::Face(heading) => format!("Face {}°", number::write(heading.tenths().into(), 1)),
        Action::GiveWay(who) => format!("{} gives way", stand(rules, who)),
        Action::StandFast => "Nobody else gives way".to_owned(),
        Action::Retire => "Retire: march off the field".to_owned(),
        Action::RetireRouted => "Retire: leave the field at once, without the guns".to_owned(),
    }
}

/// A move in words: `A3 ahead, tilted 15° to the right, facing 60°`.
fn laid(how: Laid) -> String {
    let degrees = |heading: Heading| number::write(heading.tenths().into(), 1);
    match how {
        Laid::Special(SpecialGeom { bearing, heading, .. }) => {
            format!("A specialised Tactic toward {}°, facing {}°", degrees(bearing), degrees(heading))
        }
        Laid::Arrow(MoveGeom { arrow, edge, tilt, slide, heading }) => {
            let over = ["ahead", "to the rear", "to the left", "to the right"][edge as usize];
            let hand = |by: i16| if by > 0 { "right" } else { "left" };
            let mut words = format!("{} {over}", arrow.key().to_uppercase());
            if tilt != 0 {
                let by = number::write(i32::from(tilt).abs(), 1);
                words = format!("{words}, tilted {by}° to the {}", hand(tilt));
            }
            if slide != 0 {
                let by = counted(slide.unsigned_abs(), "yard", "yards");
                words = format!("{words}, slid {by} to the {}", hand(slide));
            }
            format!("{words}, facing {}°", degrees(heading))
        }
    }
}

const fn tries(cause: Cause) -> &'static str {
    match cause {
        Cause::Rally => "tries to rally",
        Cause::Tactic => "is ordered to go by a Tactic",
        Cause::Entry => "is called onto the field",
        Cause::Charge => "is ordered to charge",
        Cause::Passage => "passes through a friend",
        Cause::CounterCharge => "goes to meet the charge",
        Cause::Square => "tries to form square",
        Cause::Reinforce => "is called for help",
        Cause::Hit => "is hit hard",
        Cause::Neighbour => "sees a friend destroyed",
        Cause::RunThrough => "is run through",
        Cause::Melee => "has lost its melee",
    }
}

const fn row(cause: Cause) -> &'static str {
    match cause {
        Cause::Rally => "RRF-RAL-3",
        Cause::Tactic => "RRF-TAC-2",
        Cause::Entry => "RRF-REIN-1",
        Cause::Charge => "RRF-CHG-7",
        Cause::Passage => "RRF-POL-2",
        Cause::CounterCharge => "RRF-CRX-2",
        Cause::Square => "RRF-CRX-10",
        Cause::Reinforce => "R-27",
        Cause::Hit => "RRF-FIRE-17",
        Cause::Neighbour => "RRF-LOSS-8",
        Cause::RunThrough => "RRF-ROUT-5",
        Cause::Melee => "RRF-MEL-11",
    }
}

/// An event in words, with its arithmetic.
pub(crate) fn line(rules: &RallyRoundTheFlag, event: &Event) -> Line {
    match *event {
        Event::Accepts { side } => Line::new(format!("{side} fights here.")),
        Event::ToTheBoard { side } => {
            Line::new(format!("{side} refuses: it is resolved on the battle board of the campaign."))
        }
        Event::LeavesArea { side } => {
            Line::new(format!("{side} leaves the Area; all of its stands count as routed."))
        }
        Event::Proposes { side, proposal: what } => {
            Line::new(format!("{side} proposes {}.", proposal(rules, what)))
        }
        Event::Replies { side, agreed: true } => Line::detail(format!("{side} agrees.")),
        Event::Replies { side, .. } => Line::detail(format!("{side} does not agree.")),
        Event::LeftOut { brigade: which } => Line::new(format!("{} takes no part.", brigade(rules, which))),
        Event::MadeGood { stand: who, .. } => {
            Line::detail(format!("A loss of {} is made good.", stand(rules, who)))
        }
        Event::Appointed { general: leader } => {
            Line::new(format!("{} commands all of his side.", general(rules, leader)))
        }
        Event::Independent { brigade: which } => {
            Line::detail(format!("{} is Independent.", brigade(rules, which)))
        }
        Event::Subordinated { brigade: which, general: leader } => {
            Line::new(format!("{} is subordinated to {}.", brigade(rules, which), general(rules, leader)))
        }
        Event::Starts { brigade: which } => {
            Line::detail(format!("{} begins on the map.", brigade(rules, which)))
        }
        Event::Waits { brigade: which } => Line::new(format!("{} waits off the map.", brigade(rules, which))),
        Event::Seated { general: leader } => {
            Line::detail(format!("{} takes his place.", general(rules, leader)))
        }
        Event::DrawnUp { brigade: which } => Line::new(format!("{} is drawn up.", brigade(rules, which))),
        Event::Placed { stand: who } => Line::detail(format!("{} takes its place.", stand(rules, who))),
        Event::HeldBack { stand: who } => Line::detail(format!("{} is held back.", stand(rules, who))),
        Event::NoRoom { brigade: which } => {
            Line::new(format!("{} finds no room, and waits off the map.", brigade(rules, which)))
        }
        Event::Unsettled { stand: who } => Line::detail(format!("{} is disordered.", stand(rules, who))),
        Event::Dropped { side, card: which } => {
            Line::detail(format!("{side} leaves {} out of its deck.", card(rules, which)))
        }
        Event::DeckIsReady { side } => Line::detail(format!("The {side} deck is ready.")),
        Event::SetUpIsOver => Line::heading("The battle begins"),
        Event::Round { round } => Line::heading(format!("Round {round}")),
        Event::RoundEnds { round } => Line::detail(format!("Round {round} is over.")),
        Event::Passed { side } => Line::new(format!("{side} passes.")),
        Event::Activated { general: leader, action_points } => {
            let points = counted(action_points.0, "action point", "action points");
            Line::new(format!("{} is activated: {points}.", general(rules, leader)))
        }
        Event::Commanded { general: leader, .. } => {
            Line::new(format!("The Command card of {} is played.", general(rules, leader)))
        }
        Event::PlayedTop { card: which } => Line::new(format!("{} is played.", card(rules, which))),
        Event::PlayedBottom { card: which, stand: by } => {
            Line::new(format!("The bottom of {} is played for {}.", card(rules, which), stand(rules, by)))
        }
        Event::Added { card: which } => Line::new(format!(
            "{} is added for its Reroll points.",
            engine::words::capital(&card(rules, which))
        )),
        Event::Planned { stand: who } => Line::detail(format!("{} acts by the Plan.", stand(rules, who))),
        Event::Drew { side, ref cards } if cards.contains(&BACK) => {
            Line::new(format!("{side} draws {}.", counted(cards.len() as u64, "card", "cards")))
        }
        Event::Drew { side, ref cards } => {
            let names = listed(cards.iter().map(|&drawn| card(rules, drawn)), "nothing");
            Line::new(format!("{side} draws {names}."))
        }
        Event::Discarded { side, card: which } => {
            Line::detail(format!("{side} discards {}.", card(rules, which)))
        }
        Event::LastCardPlayed { side } => {
            Line::detail(format!("It was the last card of the {side} pile: the Round closes."))
        }
        Event::AllActivated { side } => {
            Line::detail(format!("All stands of {side} have acted: the Round closes."))
        }
        Event::Rerolled { side, was, now } => {
            Line::detail(format!("{side} has a {was} rolled again: {now}."))
        }
        Event::Checked { stand: who, cause, dice, modifier, discipline, heroism, passed } => {
            let told = if passed { "it passes" } else { "it fails" };
            let mut line = Line::new(format!("{} {}: {told}.", stand(rules, who), tries(cause))).sum(
                "dice",
                format!("{}+{}", dice[0], dice[1]),
                "RRF-DICE-1",
            );
            if modifier != 0 {
                line = line.sum("modifier", signed(modifier), row(cause));
            }
            line = line.sum("Discipline", discipline.to_string(), "R-01");
            if heroism > 0 {
                line = line.sum("Heroism", signed(heroism), "RRF-LEAD-5");
            }
            line
        }
        Event::Moved { stand: who, arrow, stopped } => {
            let at = if stopped { ", as far as a barricade" } else { "" };
            Line::new(format!("{} moves by {}{at}.", stand(rules, who), arrow.key().to_uppercase()))
        }
        Event::Stays { stand: who } => Line::detail(format!("{} stays.", stand(rules, who))),
        Event::Rides { general: leader } => Line::detail(format!("{} rides.", general(rules, leader))),
        Event::Opened { brigade: which } => {
            Line::new(format!("{} is called onto the field.", brigade(rules, which)))
        }
        Event::Entered { stand: who, border } => {
            Line::new(format!("{} enters over {}.", stand(rules, who), border.write(rules)))
        }
        Event::StaysOff { stand: who } => Line::detail(format!("{} stays off the map.", stand(rules, who))),
        Event::RidesIn { general: leader } => Line::detail(format!("{} rides in.", general(rules, leader))),
        Event::Rallied { stand: who, was_routed: true } => {
            Line::detail(format!("{} is rallied and may act again.", stand(rules, who)))
        }
        Event::Rallied { stand: who, .. } => Line::detail(format!("{} may act again.", stand(rules, who))),
        Event::Faced { stand: who, heading } => {
            let degrees = number::write(heading.tenths().into(), 1);
            Line::detail(format!("{} faces {degrees}°.", stand(rules, who)))
        }
        Event::HandShrinks { side, capacity } => {
            Line::detail(format!("{side} may hold {} now.", counted(capacity, "card", "cards")))
        }
        Event::Mounts { stand: who } => Line::detail(format!("{} mounts.", stand(rules, who))),
        Event::Dismounts { stand: who } => Line::detail(format!("{} dismounts.", stand(rules, who))),
        Event::Unhorsed { stand: who } => Line::new(format!("{} has lost its horses.", stand(rules, who))),
        Event::Forms { stand: who, lead } => {
            Line::detail(format!("{} forms on {}.", stand(rules, who), stand(rules, lead)))
        }
        Event::Reinforces { stand: who, friend } => {
            Line::detail(format!("{} is to reinforce {}.", stand(rules, who), stand(rules, friend)))
        }
        Event::Charges { stand: who, target } => {
            Line::new(format!("{} is to charge {}.", stand(rules, who), stand(rules, target)))
        }
        Event::Leads { general: leader } => Line::detail(format!("{} goes along.", general(rules, leader))),
        Event::Spurred { side, card: which } => {
            let bottom = bottom(rules, which).map_or("a card", Bottom::name);
            Line::detail(format!("{side} plays {bottom} ({}) with it.", card(rules, which)))
        }
        Event::TakenAlong { stand: who } => Line::detail(format!("{} is taken along.", stand(rules, who))),
        Event::Halts { stand: who } => Line::new(format!("{} halts.", stand(rules, who))),
        Event::Strikes { stand: who, target, flank } => {
            let how = if flank { " in its flank" } else { "" };
            Line::new(format!("{} is in contact with {}{how}.", stand(rules, who), stand(rules, target)))
        }
        Event::Meets { stand: who, target } => {
            Line::detail(format!("{} and {} meet.", stand(rules, who), stand(rules, target)))
        }
        Event::TakesPlace { stand: who } => Line::detail(format!("{} takes its place.", stand(rules, who))),
        Event::GunsTaken { stand: who } => Line::new(format!("{} is ridden down.", stand(rules, who))),
        Event::FindsNobody { stand: who } => {
            Line::detail(format!("{} finds nobody to charge, and has not acted.", stand(rules, who)))
        }
        Event::Committed { side, card: which, points } => {
            let points = match points {
                0 => String::new(),
                points => format!(", with {}", counted(points, "Reroll point", "Reroll points")),
            };
            Line::new(format!("{side} commits {}{points}.", card(rules, which)))
        }
        Event::Fought { attacker, ref totals, winner } => fought(attacker, totals, winner),
        Event::Fires { firer, target, effect, reason } => {
            let back = match reason {
                Reason::Return => " back",
                Reason::Melee | Reason::Canister => " at close quarters",
                Reason::Action => "",
            };
            let with = effect.map_or(String::new(), |effect| format!(" with {}", effect.name()));
            Line::new(format!("{} fires{back} at {}{with}.", stand(rules, firer), stand(rules, target)))
        }
        Event::FiresAt { firer, general: leader } => {
            Line::new(format!("{} fires at {}.", stand(rules, firer), general(rules, leader)))
        }
        Event::Shot { target, dice, dropped, ref numbers, hit, .. } => {
            shot(rules, target, dice, dropped, numbers, hit)
        }
        Event::Answered { side, card: which } => {
            let bottom = bottom(rules, which).map_or("a card", Bottom::name);
            Line::detail(format!("{side} answers with {bottom} ({}).", card(rules, which)))
        }
        Event::ClosesUp { stand: who, friend } => {
            Line::new(format!("{} closes up behind {}.", stand(rules, who), stand(rules, friend)))
        }
        Event::LetsPass { side } => Line::detail(format!("{side} lets it pass.")),
        Event::Relieved { firer, stand: who } => {
            Line::detail(format!("{} takes the place of {}.", stand(rules, who), stand(rules, firer)))
        }
        Event::Routs { stand: who } => Line::new(format!("{} routs.", stand(rules, who))),
        Event::Ran { stand: who } => Line::detail(format!("{} comes to a halt.", stand(rules, who))),
        Event::RanOff { stand: who } => Line::new(format!("{} runs off the map.", stand(rules, who))),
        Event::Captured { stand: who } => Line::new(format!("{} is captured.", stand(rules, who))),
        Event::Shifted { general: leader } => Line::detail(format!("{} makes room.", general(rules, leader))),
        Event::Lost { stand: who, part } => {
            let part = match part {
                Part::Men => "a loss",
                Part::Mounted => "a loss of its mounted stand",
                Part::Holders => "a loss of its horse holders",
            };
            Line::new(format!("{} takes {part}.", stand(rules, who)))
        }
        Event::Destroyed { stand: who } => Line::new(format!("{} is destroyed.", stand(rules, who))),
        Event::Casualty { general: leader, dice, fate } => {
            let fate = match fate {
                Fate::Unhurt => "is unhurt",
                Fate::Wounded => "is wounded",
                Fate::Killed => "is killed",
            };
            let dice = format!("{}+{}", dice[0], dice[1]);
            Line::new(format!("{} {fate}.", general(rules, leader))).sum("dice", dice, "RRF-KIA-1")
        }
        Event::Broken { side, gone, of } => {
            let text = format!("{gone} of {of} stands of {side} are out of the fight: it must retire.");
            Line::new(text).sum("half or more", format!("{gone} of {of}"), "RRF-WIN-3")
        }
        Event::Retires { side, is_rout: true } => Line::new(format!("{side} leaves the field at once.")),
        Event::Retires { side, .. } => Line::new(format!("{side} retires: it marches off.")),
        Event::GivesWay { stand: who } => Line::new(format!("{} gives way.", stand(rules, who))),
        Event::MarchedOff { stand: who } => {
            Line::new(format!("{} marches off the field.", stand(rules, who)))
        }
        Event::Taken { objective: which, side } => {
            Line::new(format!("{side} holds {} now.", objective(rules, which)))
        }
        Event::Scored { objective: which, side, points } => {
            let points = counted(points, "point", "points");
            Line::detail(format!("{} is worth {points} to {side}.", objective(rules, which)))
        }
        Event::Over { outcome } => Line::heading(match outcome.winner {
            Some(side) => format!("{side} wins the battle."),
            None => "The battle is undecided.".to_owned(),
        }),
    }
}

/// How a charge is laid.
fn tilted(way: ChargeGeom) -> String {
    let arrow = way.arrow.key().to_uppercase();
    match way.tilt {
        0 => format!("straight ahead by {arrow}"),
        tilt => {
            let side = if tilt < 0 { "left" } else { "right" };
            format!("{}° to the {side} by {arrow}", number::write(i32::from(tilt).abs(), 1))
        }
    }
}

/// A round of a melee with its arithmetic: the Attacker's numbers, then the Defender's.
fn fought(attacker: Side, totals: &Totals, winner: Option<Side>) -> Line {
    let text = match winner {
        Some(side) => format!("{side} wins the melee, {} to {}.", totals.of(side), totals.of(side.other())),
        None => format!("The melee is a draw, {} to {}.", totals.of(attacker), totals.of(attacker.other())),
    };
    let [ours, theirs] = [attacker, attacker.other()].map(Side::index);
    let both = |numbers: [u8; 2]| format!("{} : {}", numbers[ours], numbers[theirs]);
    let dice = |side: usize| format!("{}+{}", totals.dice[side][0], totals.dice[side][1]);
    let line = Line::new(text).sum("dice", format!("{} : {}", dice(ours), dice(theirs)), "RRF-MEL-10").sum(
        "strength",
        both(totals.strength),
        "RRF-MEL-7",
    );
    let line = if totals.cards == [0; 2] { line } else { line.sum("cards", both(totals.cards), "RRF-MEL-6") };
    if totals.heroism == [0; 2] { line } else { line.sum("Heroism", both(totals.heroism), "R-02") }
}

/// A shot with its arithmetic.
fn shot(
    rules: &RallyRoundTheFlag,
    target: StandId,
    dice: [u8; 2],
    dropped: Option<u8>,
    numbers: &Numbers,
    hit: bool,
) -> Line {
    let text = if hit {
        format!("{} is hit.", stand(rules, target))
    } else {
        format!("{} is missed.", stand(rules, target))
    };
    let thrown = match dropped {
        Some(third) => format!("{}+{} of three, {third} left out", dice[0], dice[1]),
        None => format!("{}+{}", dice[0], dice[1]),
    };
    let rows = [("by the stick", numbers.range, "R-06"), ("Heroism", numbers.heroism as i8, "RRF-LEAD-5")];
    let line =
        Line::new(text).sum("dice", thrown, if dropped.is_some() { "RRF-FIRE-14" } else { "RRF-FIRE-13" });
    let line = rows
        .into_iter()
        .filter(|(_, number, _)| *number != 0)
        .fold(line, |line, (what, number, rule)| line.sum(what, signed(number), rule));
    let line = line.sum("Fire", numbers.fire.to_string(), "RRF-FIRE-11");
    let ground = [
        ("woods", numbers.woods, "RRF-TERR-2"),
        ("rocks", numbers.rocks, "RRF-TERR-8"),
        ("up slope", numbers.slope, "RRF-STEEP-1"),
        ("a barricade", numbers.barricade, "RRF-BARR-4"),
    ];
    let line = ground
        .into_iter()
        .filter(|(_, number, _)| *number > 0)
        .fold(line, |line, (what, number, rule)| line.sum(what, signed(number), rule));
    line.sum("to hit", numbers.to_hit().to_string(), "RRF-FIRE-12")
}
