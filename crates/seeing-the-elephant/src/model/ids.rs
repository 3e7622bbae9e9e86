//! Numbers that stand for the things of a scenario.

engine::id!(
    /// A unit: a regiment, a battery, at brigade scale a brigade; or the skirmishers that one has sent out.
    UnitId(u16)
);

engine::id!(
    /// A headquarters: of a brigade, a division or a corps.
    HqId(u8)
);

engine::id!(
    /// A commander.
    OfficerId(u8)
);
