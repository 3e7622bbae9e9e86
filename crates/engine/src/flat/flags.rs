//! Sets of yes-or-no answers about one thing.

/// Makes a type of flags: what is true of one thing, a bit each, so that no flag of another kind fits.
///
/// ```
/// engine::flags!(
///     /// What is true of a regiment.
///     Mark(u8) {
///         /// It has moved.
///         MOVED = 0,
///         /// It has fired.
///         FIRED = 1,
///     }
/// );
///
/// const DONE: Mark = Mark::MOVED.or(Mark::FIRED);
/// let marks = Mark::FIRED;
/// assert!(marks.any(DONE) && !marks.all(DONE));
/// assert_eq!(marks | Mark::MOVED, DONE);
/// assert_eq!(DONE.without(marks), Mark::MOVED);
/// assert!(Mark::MOVED.when(false).is_empty());
/// ```
#[macro_export]
macro_rules! flags {
    (
        $(#[$doc:meta])*
        $name:ident($bits:ty) { $($(#[$of_flag:meta])* $flag:ident = $bit:literal,)* }
    ) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name($bits);

        impl $name {
            /// None of them.
            pub const NONE: $name = $name(0);
            $($(#[$of_flag])* pub const $flag: $name = $name(1 << $bit);)*
            /// Each of them.
            pub const EACH: $name = $name(0 $(| 1 << $bit)*);

            /// A bit each.
            #[inline]
            #[must_use]
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// Whether there is none.
            #[inline]
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether any of the others is among them.
            #[inline]
            #[must_use]
            pub const fn any(self, others: $name) -> bool {
                self.0 & others.0 != 0
            }

            /// Whether all of the others are among them.
            #[inline]
            #[must_use]
            pub const fn all(self, others: $name) -> bool {
                self.0 & others.0 == others.0
            }

            /// These and the others.
            #[inline]
            #[must_use]
            pub const fn or(self, others: $name) -> $name {
                $name(self.0 | others.0)
            }

            /// Those that are among the others, too.
            #[inline]
            #[must_use]
            pub const fn and(self, others: $name) -> $name {
                $name(self.0 & others.0)
            }

            /// These but for the others.
            #[inline]
            #[must_use]
            pub const fn without(self, others: $name) -> $name {
                $name(self.0 & !others.0)
            }

            /// These if something holds, otherwise none.
            #[inline]
            #[must_use]
            pub const fn when(self, holds: bool) -> $name {
                if holds { self } else { $name::NONE }
            }
        }

        impl ::std::ops::BitOr for $name {
            type Output = $name;

            #[inline]
            fn bitor(self, others: $name) -> $name {
                self.or(others)
            }
        }

        impl ::std::ops::BitOrAssign for $name {
            #[inline]
            fn bitor_assign(&mut self, others: $name) {
                self.0 |= others.0;
            }
        }
    };
}
