//! A chunk shifted by one lane, with nothing coming in.
//!
//! In registers, and not by reading a lane further on: what was written a moment ago can only be read back quickly as
//! it was written.

use wide::u8x16;

/// Every hex moves to the next lane.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn one_on(chunk: u8x16) -> u8x16 {
    bytemuck::cast(safe_arch::byte_shl_imm_u128_m128i::<1>(bytemuck::cast(chunk)))
}

/// Every hex moves to the lane before.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn one_back(chunk: u8x16) -> u8x16 {
    bytemuck::cast(safe_arch::byte_shr_imm_u128_m128i::<1>(bytemuck::cast(chunk)))
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) use by_lane::{one_back, one_on};

/// The same for every machine. A compiler may make one instruction of it, or sixteen.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod by_lane {
    use wide::u8x16;

    #[inline(always)]
    pub(in super::super) fn one_on(chunk: u8x16) -> u8x16 {
        let l = chunk.to_array();
        u8x16::new([
            0, l[0], l[1], l[2], l[3], l[4], l[5], l[6], l[7], l[8], l[9], l[10], l[11], l[12], l[13], l[14],
        ])
    }

    #[inline(always)]
    pub(in super::super) fn one_back(chunk: u8x16) -> u8x16 {
        let l = chunk.to_array();
        u8x16::new([
            l[1], l[2], l[3], l[4], l[5], l[6], l[7], l[8], l[9], l[10], l[11], l[12], l[13], l[14], l[15], 0,
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_machine_shifts_the_same_way() {
        let chunk = u8x16::new(std::array::from_fn(|lane| lane as u8 + 1));
        assert_eq!(one_on(chunk), by_lane::one_on(chunk));
        assert_eq!(one_back(chunk), by_lane::one_back(chunk));
        assert_eq!(one_on(chunk).to_array()[..3], [0, 1, 2]);
        assert_eq!(one_back(chunk).to_array()[13..], [15, 16, 0]);
    }
}
