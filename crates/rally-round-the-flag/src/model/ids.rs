//! Numbers that stand for the things of a scenario.

engine::id!(
    /// A regiment or a battery: what stands on the map of it, whichever of its stands that is (RRF-GEN-1, RRF-GEN-13).
    StandId(u8)
);

engine::id!(
    /// A General (RRF-COC-2).
    GeneralId(u8)
);

engine::id!(
    /// A brigade, or a battalion of artillery (RRF-COC-1).
    BrigadeId(u8)
);

engine::id!(
    /// A card of a side: its place in the list of all the cards that side may have, Command cards first.
    CardId(u8)
);

engine::id!(
    /// A map square (RRF-TERR-13).
    SquareId(u8)
);

engine::id!(
    /// An edge of a square along the frame of the map.
    BorderId(u8)
);

engine::id!(
    /// A body of troops, from a brigade up to an army: whatever may be named the largest formation of an entry.
    BodyId(u8)
);

engine::id!(
    /// A segment of the map's edge where troops may enter (RRF-MAP-8): its place in the list of the state.
    EntryId(u8)
);
