//! Parts of a state: the rules write them, everybody may read them.

/// Declares structs each of whose fields is read, from wherever the struct is known, by a method of the field's name.
/// Who may write a field is said by its visibility. `=> by_ref` after a field hands it out by reference, not as a copy.
macro_rules! readable {
    ($($(#[$meta:meta])* pub struct $name:ident {
        $($(#[$doc:meta])* $vis:vis $field:ident: $type:ty $(=> $by_ref:ident)?,)*
    })+) => {$(
        $(#[$meta])*
        pub struct $name {
            $($(#[$doc])* $vis $field: $type,)*
        }

        impl $name {
            $($crate::model::readable::readable!(@method [$($doc)*] $field: $type $(=> $by_ref)?);)*
        }
    )+};
    (@method [$($doc:meta)*] $field:ident: $type:ty) => {
        $(#[$doc])*
        #[inline]
        #[must_use]
        pub const fn $field(&self) -> $type {
            self.$field
        }
    };
    (@method [$($doc:meta)*] $field:ident: $type:ty => by_ref) => {
        $(#[$doc])*
        #[inline]
        #[must_use]
        pub const fn $field(&self) -> &$type {
            &self.$field
        }
    };
}

pub(crate) use readable;
