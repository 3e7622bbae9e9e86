//! What happened, in words. What a listener may not know is `None` in the event, and is left out here.

use super::{
    army, arrival, brigades, combat, counted, force, hex, kind, marker, movement_points, name, names, place,
    rain, turn_name, weather,
};
use crate::model::campaign::Campaign;
use crate::model::event::{Block, Reason, What};
use crate::model::ids::{CommanderId, ForceId, Officers};
use crate::model::numbers::{CommandBonus, Trains, Turn};
use crate::model::state::Delay;
use crate::model::strength::Strength;
use engine::{Line, Outcome, Seat, Side};
use ground::Hex;

/// An event in words.
pub(crate) fn tell(campaign: &Campaign, what: &What) -> Line {
    let teller = Teller { campaign };
    teller.line(what).unwrap_or_else(|| combat::line(campaign, what))
}

struct Teller<'a> {
    campaign: &'a Campaign,
}

impl Teller<'_> {
    /// A line that leads to a hex.
    fn at(&self, line: Line, place_of: Hex) -> Line {
        match place(self.campaign, place_of) {
            Some(place) => line.at(place),
            None => line,
        }
    }

    fn hex(&self, at: Hex) -> String {
        hex(self.campaign, at)
    }

    /// Everything but combat.
    fn line(&self, what: &What) -> Option<Line> {
        let campaign = self.campaign;
        Some(match *what {
            What::Bid { seat, bid: Some(bid) } => {
                Line::new(format!("{} bids {}.", seat_name(seat), counted(bid, "train", "trains")))
            }
            What::Bid { seat, bid: None } => Line::new(format!("{} has bid.", seat_name(seat))),
            What::BidsShown { bids, confederate, by_lot } => bids_shown(bids, confederate, by_lot),
            What::Leader { force: led, commander } => {
                Line::detail(format!("{} rides with {}.", name(campaign, commander), force(led)))
            }
            What::OrderWritten { force: one, to, length } => {
                let order = match to {
                    Some(to) => format!(
                        "{} is ordered to {}, {}.",
                        force(one),
                        self.hex(to),
                        counted(length, "hex", "hexes")
                    ),
                    None => format!("{} is ordered to remain in place.", force(one)),
                };
                let line = Line::detail(order);
                to.map_or(line.clone(), |to| self.at(line, to))
            }
            What::OrdersWritten { side } => {
                Line::new(format!("{} have written their initial orders.", army_plural(side)))
            }

            What::Turn { turn } => Line::heading(turn_name(turn)),
            What::HookerRoll { turn, dice } => hooker(turn, dice),
            What::Meade => Line::new("Meade takes command of the Army of the Potomac; the Union bonus is 4."),
            What::WeatherRoll { dice, weather: now } => {
                Line::new(format!("{}: {}.", weather(now), rain(now)))
                    .sum("Union die", dice[Side::Union.index()].to_string(), "FMD-10-1")
                    .sum("Confederate die", dice[Side::Confederate.index()].to_string(), "FMD-10-1")
                    .sum("a 1 among them", if dice.contains(&1) { "yes" } else { "no" }, "FMD-10-2")
            }
            What::AttritionDue { force: one, hits } => {
                Line::new(format!("Attrition: {} on {}.", counted(hits, "hit", "hits"), force(one)))
            }
            What::Hit { force: one, kind: hit, eliminated } => Line::detail(format!(
                "{}: a {} brigade {}.",
                force(one),
                kind(hit),
                if eliminated { "is lost" } else { "becomes weak" }
            )),
            What::Losses { side, brigades, total } => Line::new(format!(
                "{} {}, {total} in all.",
                army(side),
                match side {
                    Side::Union => format!("loses {}", counted(brigades, "brigade", "brigades")),
                    Side::Confederate => format!("lose {}", counted(brigades, "brigade", "brigades")),
                }
            )),
            What::ForceGone { force: one, at, leader } => self.at(
                Line::new(format!(
                    "{} ({}) is destroyed at {}.",
                    force(one),
                    name(campaign, leader),
                    self.hex(at)
                )),
                at,
            ),
            What::Rode { side, who, from, to } => self.rode(side, who, from, to),
            What::Passed { side } => Line::new(format!("{} no more commanders.", moves(side))),
            What::Returned { who, to } => {
                Line::new(format!("{} comes back and joins {}.", name(campaign, who), force(to)))
            }
            What::Over { outcome, reason } => self.over(outcome, reason),
            _ => return self.supply(what).or_else(|| self.march(what)),
        })
    }

    /// Depots, trains, supply.
    fn supply(&self, what: &What) -> Option<Line> {
        Some(match *what {
            What::DepotPlaced { at } => {
                self.at(Line::new(format!("The Union places a DEPOT at {}.", self.hex(at))), at)
            }
            What::DepotRemoved { at } => {
                self.at(Line::new(format!("The Union removes its DEPOT at {}.", self.hex(at))), at)
            }
            What::DepotLost { at, to } => {
                self.at(Line::new(format!("The DEPOT at {} falls to {}.", self.hex(at), force(to))), at)
            }
            What::TrainMade { force: one, at, flipped } => {
                let kind = if flipped { "goes home by itself" } else { "goes with it" };
                let text = format!(
                    "{} takes a train at {}, which {kind}; the town is DEPLETED.",
                    force(one),
                    self.hex(at)
                );
                self.at(Line::new(text), at)
            }
            What::TrainForgone { force: one } => Line::new(format!("{} spares the town.", force(one))),
            What::TrainsLeft { at, trains } => {
                let trains = counted(trains, "train is", "trains are");
                self.at(Line::new(format!("{trains} left without escort at {}.", self.hex(at))), at)
            }
            What::TrainsLost { at, trains } => {
                let trains = counted(trains, "train is", "trains are");
                self.at(Line::new(format!("{trains} destroyed at {}.", self.hex(at))), at)
            }
            What::TrainsTaken { force: one, trains } => Line::new(format!(
                "{} takes over {}.",
                force(one),
                counted(trains, "train that was left", "trains that were left")
            )),
            What::TrainMoved { from, to } => {
                self.at(Line::new(format!("A train goes from {} to {}.", self.hex(from), self.hex(to))), to)
            }
            What::TrainHome { from, total } => self.at(
                Line::new(format!("The train from {} reaches the South: {total} home.", self.hex(from))),
                from,
            ),
            What::Foraging { force: one } => {
                Line::new(format!("{} is out of supply and must FORAGE.", force(one)))
            }
            What::Supplied { force: one } => Line::new(format!("{} is in supply again.", force(one))),
            _ => return None,
        })
    }

    /// Orders and marches.
    fn march(&self, what: &What) -> Option<Line> {
        Some(match *what {
            What::MarchBegins { force: one, at, initial } => {
                let why = if initial { "its initial order" } else { "its ORDER" };
                self.at(Line::new(format!("{} sets out from {} on {why}.", force(one), self.hex(at))), at)
            }
            What::Step { force: one, to, spent } => self.at(
                Line::detail(format!(
                    "{} marches to {}, {} so far.",
                    force(one),
                    self.hex(to),
                    movement_points(spent)
                )),
                to,
            ),
            What::Blocked { force: one, before, why } => {
                let why = match why {
                    Block::Friend => "another Force is on the road",
                    Block::Water => "the ferry does not run",
                };
                let text = format!("{} halts before {}: {why}.", force(one), self.hex(before));
                self.at(Line::detail(text), before)
            }
            What::Arrived { force: one, at } => self
                .at(Line::detail(format!("{} has arrived at {}, as ordered.", force(one), self.hex(at))), at),
            What::Halted { force: one, at, fatigue } => {
                let tired = if fatigue { " after a force march: FATIGUE" } else { "" };
                self.at(Line::detail(format!("{} halts at {}{tired}.", force(one), self.hex(at))), at)
            }
            What::OrderRoll { force: one, blue, grey, bonus, success } => {
                order_roll(one, blue, grey, bonus, success)
            }
            What::Marked { force: one, delay, free, initial } => marked(one, delay, free, initial),
            What::Declined { side, orders: 0 } => Line::new(format!("{} no more orders.", issues(side))),
            What::Declined { side, orders } => Line::new(format!(
                "{} no more Forces; {} lost.",
                moves(side),
                counted(orders, "ORDER is", "ORDERs are")
            )),
            What::OrdersLost { side, orders } => Line::new(format!(
                "Two ORDERs, and the Force cannot be divided: it goes astray, and {} of {} are lost.",
                counted(orders, "ORDER", "ORDERs"),
                in_middle(side)
            )),
            What::Split { from, new, at, leaders, sent, officers } => {
                self.split([from, new], at, leaders, sent, officers)
            }
            What::Merged { mover, stayer, kept, at } => self.at(
                Line::detail(format!(
                    "{} joins Force {} at {}; sleigh {} stays.",
                    force(mover),
                    stayer.letter(),
                    self.hex(at),
                    kept.letter()
                )),
                at,
            ),
            What::InadvertentMove { force: one, at, die, limit } => {
                let lost = if die <= limit { "loses its way" } else { "keeps its way" };
                let line = Line::detail(format!("{} {lost} at {}.", force(one), self.hex(at)))
                    .sum("die", die.to_string(), "FMD-12.1-1")
                    .sum("lost on", format!("{limit} or less"), "FMD-12.1-3");
                self.at(line, at)
            }
            What::Drift { force: one, from, die, to } => {
                let line = match to {
                    Some(to) => {
                        let text = format!("{} strays {} to {}.", force(one), compass(die), self.hex(to));
                        self.at(Line::detail(text), to)
                    }
                    None => {
                        let text = format!(
                            "{} would stray {}, where there is no way: it stays at {}.",
                            force(one),
                            compass(die),
                            self.hex(from)
                        );
                        self.at(Line::detail(text), from)
                    }
                };
                line.sum("direction", die.to_string(), "FMD-12.1-4")
            }
            What::Exchanged { force: one, orders } => Line::new(format!(
                "{} for {}.",
                counted(orders, "order arrives", "orders arrive"),
                force(one)
            )),
            What::InitialEnded { force: one } => {
                Line::new(format!("The initial order of {} has ended.", force(one)))
            }
            _ => return None,
        })
    }

    fn split(
        &self,
        [from, new]: [ForceId; 2],
        at: Hex,
        leaders: [CommanderId; 2],
        sent: Option<Strength>,
        officers: Option<Officers>,
    ) -> Line {
        let campaign = self.campaign;
        let mut text = format!(
            "{} is divided at {}: Force {} goes under {}, Force {} stays under {}.",
            force(from),
            self.hex(at),
            new.letter(),
            name(campaign, leaders[1]),
            from.letter(),
            name(campaign, leaders[0])
        );
        if let Some(sent) = sent {
            text += &format!(" With it go {}", brigades(sent));
            match officers {
                Some(officers) if !officers.is_empty() => {
                    text += &format!("; {}.", names(campaign, officers));
                }
                _ => text.push('.'),
            }
        }
        self.at(Line::detail(text), at)
    }

    fn rode(&self, side: Side, who: Option<CommanderId>, from: Option<ForceId>, to: Option<ForceId>) -> Line {
        let text = match (who, from, to) {
            (Some(who), Some(from), Some(to)) => {
                format!("{} rides from {} to Force {}.", name(self.campaign, who), force(from), to.letter())
            }
            _ => format!("A {side} commander rides."),
        };
        Line::new(text)
    }

    fn over(&self, outcome: Outcome, reason: Reason) -> Line {
        let goals = self.campaign.goals;
        let why = match reason {
            Reason::Washington => format!("{} brigades or more, in supply, hold Washington", goals.garrison),
            Reason::TwoCities => "both cities of the North are held, in supply".to_owned(),
            Reason::Trains => "enough trains have come home".to_owned(),
            Reason::Losses => format!(
                "the Union has lost {} brigades or more, the Confederates less than half as many",
                goals.losses
            ),
            Reason::Nothing => "the Confederates have reached none of their aims".to_owned(),
            Reason::NoConfederates => "no Confederate Force and no train is left".to_owned(),
        };
        let rule = match reason {
            Reason::Washington => "FMD-9-1",
            Reason::TwoCities => "FMD-9-2",
            Reason::Trains => "FMD-9-4",
            Reason::Losses => "FMD-9-6",
            Reason::Nothing => "FMD-9-8",
            Reason::NoConfederates => "RUL-53",
        };
        let who = match outcome.winner {
            Some(Side::Union) => "The Union wins the campaign",
            Some(Side::Confederate) => "The Confederates win the campaign",
            None => "Nobody wins the campaign",
        };
        // Points are the enemy's losses.
        let [confederate, union] = outcome.points;
        Line::heading(format!("{who}: {why}."))
            .sum("Union brigades lost", union.to_string(), "FMD-9-7")
            .sum("Confederate brigades lost", confederate.to_string(), "FMD-9-7")
            .sum("decided by", "", rule)
    }
}

/// Before the armies are given out, seats are called by their colours.
fn seat_name(seat: Seat) -> String {
    format!("The {seat} seat")
}

const fn army_plural(side: Side) -> &'static str {
    match side {
        Side::Union => "The Union generals",
        Side::Confederate => "The Confederate generals",
    }
}

const fn moves(side: Side) -> &'static str {
    match side {
        Side::Union => "The Union moves",
        Side::Confederate => "The Confederates move",
    }
}

const fn issues(side: Side) -> &'static str {
    match side {
        Side::Union => "The Union gives",
        Side::Confederate => "The Confederates give",
    }
}

const fn in_middle(side: Side) -> &'static str {
    match side {
        Side::Union => "the Union",
        Side::Confederate => "the Confederates",
    }
}

fn bids_shown(bids: [Trains; 2], confederate: Seat, by_lot: bool) -> Line {
    let lot = if by_lot { ", by lot" } else { "" };
    let trains = counted(bids[confederate.name().index()], "train", "trains");
    let text = format!("{} takes the Confederates{lot}, and needs {trains} home.", seat_name(confederate));
    Line::new(text).sum(seat_name(Seat::UNION), bids[0].to_string(), "FMD-15.1-1").sum(
        seat_name(Seat::CONFEDERATE),
        bids[1].to_string(),
        "FMD-15.1-1",
    )
}

fn hooker(turn: Turn, dice: [u8; 2]) -> Line {
    let total = dice[0] + dice[1];
    let text = if total <= turn.0 { "Hooker is relieved." } else { "Hooker keeps his command." };
    Line::new(text).sum("two dice", format!("{} + {} = {total}", dice[0], dice[1]), "FMD-14.1-1").sum(
        "relieved on",
        format!("{turn} or less"),
        "FMD-14.1-1",
    )
}

fn order_roll(one: ForceId, blue: u8, grey: u8, bonus: CommandBonus, success: bool) -> Line {
    let total = i16::from(blue) + i16::from(bonus.0) - i16::from(grey);
    let text = if success {
        format!("An order goes out to {}.", force(one))
    } else {
        format!("No order for {}: its side issues no more this turn.", force(one))
    };
    Line::new(text)
        .sum("blue die", format!("+{blue}"), "FMD-1-5")
        .sum("command bonus", format!("{bonus:+}"), "FMD-12-II-4")
        .sum("grey die", format!("-{grey}"), "FMD-1-5")
        .sum("0 or more succeeds", total.to_string(), "FMD-12-II-4")
}

fn marked(one: ForceId, delay: Delay, free: bool, initial: bool) -> Line {
    let (printed, when) = (marker(delay), arrival(delay));
    let how = if free { " from its army commander, without a roll" } else { "" };
    let why = if initial { "; it still marches on its initial order" } else { "" };
    Line::detail(format!("{} gets {printed}{how}: it can move {when}{why}.", force(one)))
}

/// A direction by the die (RUL-01).
const fn compass(die: u8) -> &'static str {
    match die {
        1 => "north",
        2 => "north-east",
        3 => "south-east",
        4 => "south",
        5 => "south-west",
        _ => "north-west",
    }
}
