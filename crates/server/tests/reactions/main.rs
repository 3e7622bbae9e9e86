//! Reactions at the table: that they tell nothing, neither by what is sent nor by when; that a server that is killed
//! loses none; and what happens if two answer at once, too late or not at all.

#[path = "../common/mod.rs"]
mod common;
#[path = "../eyes/mod.rs"]
mod eyes;
mod stories;
mod twins;
mod variant;

use common::Scratch;
use common::postgres::Cluster;

/// Each story is a test on SQLite; all of them are one on PostgreSQL.
macro_rules! stories {
    ($($story:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() {
                let scratch = super::Scratch::new();
                super::stories::$story(scratch.file()).await;
            })+
        }

        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn postgres() {
            let cluster = Cluster::start().await;
            $(eprintln!("story: {}", stringify!($story));
            stories::$story(cluster.database().await).await;)+
            eprintln!("story: two processes end one pause");
            stories::two_processes_end_one_pause(cluster.database().await).await;
        }
    };
}

stories! {
    a_pause_from_question_to_effect,
    who_does_nothing_lets_it_pass,
    who_waits_is_waited_for,
    an_answer_after_the_pause,
    two_answers_at_once,
    a_killed_server_loses_no_sealed_answer,
    a_pause_that_was_broken_off_begins_again,
    what_was_said_beforehand,
    what_was_said_of_one_unit_and_for_a_turn,
    what_is_let_pass_until_it_is_armed,
    a_table_without_a_pause_waits,
    what_is_taken_back_is_asked_again,
}
