//! Numbers that have a unit.

/// Makes a type of numbers that count one kind of thing, so that no number of another kind fits.
///
/// It adds, takes away and compares like the number it is made of, is saved as it, and is written as it. Where a rule
/// multiplies, divides or goes below zero, it says so with the bare number, `.0`.
///
/// ```
/// engine::number!(
///     /// Rations.
///     Rations(u8)
/// );
///
/// let eaten: Rations = [Rations(2), Rations(1)].into_iter().sum();
/// assert_eq!(Rations(5) - eaten, Rations(2));
/// assert_eq!(eaten.checked_sub(Rations(4)), None);
/// assert_eq!(eaten.saturating_sub(Rations(4)), Rations::ZERO);
/// assert_eq!(Rations(250).saturating_add(Rations(9)), Rations(255));
/// assert_eq!(format!("{eaten} of {:>2}", Rations(5)), "3 of  5");
/// ```
///
/// What is counted in parts of a whole says in how many, and is written in wholes:
///
/// ```
/// engine::number!(
///     /// Miles, in quarters.
///     Miles(u8 / 4)
/// );
///
/// let march = Miles::whole(2) + Miles(3);
/// assert_eq!(march.to_string(), "2 3/4");
/// assert!(Miles::ONE.is_whole() && !march.is_whole());
/// ```
#[macro_export]
macro_rules! number {
    ($(#[$doc:meta])* $name:ident($number:ident)) => {
        $crate::number!(@ $(#[$doc])* $name($number));

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&self.0, f)
            }
        }
    };
    ($(#[$doc:meta])* $name:ident($number:ident / $parts:literal)) => {
        $crate::number!(@ $(#[$doc])* $name($number));

        impl $name {
            /// One whole.
            pub const ONE: $name = $name($parts);

            /// So many wholes, or the most there can be.
            #[inline]
            #[must_use]
            pub const fn whole(wholes: $number) -> $name {
                $name(wholes.saturating_mul($parts))
            }

            /// Whether there is no broken part.
            #[inline]
            #[must_use]
            pub const fn is_whole(self) -> bool {
                self.0 % $parts == 0
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(&$crate::words::mixed(self.0, $parts))
            }
        }
    };
    (@ $(#[$doc:meta])* $name:ident($number:ident)) => {
        $(#[$doc])*
        #[derive(
            Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, ::serde::Serialize, ::serde::Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub $number);

        impl $name {
            /// None.
            pub const ZERO: $name = $name(0);

            /// The sum, or the most there can be.
            #[inline]
            #[must_use]
            pub const fn saturating_add(self, other: $name) -> $name {
                $name(self.0.saturating_add(other.0))
            }

            /// What is left without the other, or none.
            #[inline]
            #[must_use]
            pub const fn saturating_sub(self, other: $name) -> $name {
                $name(self.0.saturating_sub(other.0))
            }

            /// What is left without the other, if there is enough.
            #[inline]
            #[must_use]
            pub const fn checked_sub(self, other: $name) -> Option<$name> {
                match self.0.checked_sub(other.0) {
                    Some(left) => Some($name(left)),
                    None => None,
                }
            }
        }

        impl ::std::ops::Add for $name {
            type Output = $name;

            #[inline]
            fn add(self, other: $name) -> $name {
                $name(self.0 + other.0)
            }
        }

        impl ::std::ops::AddAssign for $name {
            #[inline]
            fn add_assign(&mut self, other: $name) {
                self.0 += other.0;
            }
        }

        impl ::std::ops::Sub for $name {
            type Output = $name;

            #[inline]
            fn sub(self, other: $name) -> $name {
                $name(self.0 - other.0)
            }
        }

        impl ::std::ops::SubAssign for $name {
            #[inline]
            fn sub_assign(&mut self, other: $name) {
                self.0 -= other.0;
            }
        }

        impl ::std::iter::Sum for $name {
            #[inline]
            fn sum<I: Iterator<Item = $name>>(numbers: I) -> $name {
                $name(numbers.map(|number| number.0).sum())
            }
        }
    };
}
