//! Stories at the table, told twice: on SQLite and on PostgreSQL.

mod common;
mod stories;

use common::Scratch;
use common::postgres::Cluster;

/// Each story is a test on SQLite; all of them, one after another, are one test on PostgreSQL, which takes a while to
/// start.
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
            eprintln!("story: two processes");
            stories::two_processes(cluster.database().await).await;
            eprintln!("story: from PostgreSQL to PostgreSQL");
            stories::from_postgres_to_postgres(cluster.database().await, cluster.database().await).await;
        }
    };
}

stories! {
    a_game_from_invitation_to_proof,
    stale_and_repeated_and_illegal_acts,
    what_was_acknowledged_is_there_after_a_restart,
    taking_back,
    lost_doubled_and_late_news_heals,
    sights_are_sent_once,
    one_screen_for_two_with_secrets,
    one_screen_for_two,
    probing,
    tracing,
    giving_up_and_agreeing,
    talk_notes_and_lists,
    another_device,
    pledges_and_nonces,
    nonces_are_opened_when_both_are_sealed,
    the_table_goes_on_without_a_nonce,
    records_out_and_in,
    games_are_forgotten,
    a_damaged_snapshot_is_not_trusted,
    who_may_see_what,
    told_by_webhook,
    every_statement_is_understood,
    entries_that_are_there_already,
    a_game_goes_on_with_the_data_it_was_begun_with,
    rules_that_lead_to_the_same_are_taken_up,
    by_other_rules_a_game_is_shown_as_it_last_stood,
    games_of_earlier_programs,
    databases_of_every_version,
    keys_are_revoked,
    a_seat_is_handed_on,
    lists_have_pages,
    a_closed_table,
    kept_twice,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_headers_and_health() {
    stories::limits_headers_and_health(Scratch::new().file()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn so_many_connections() {
    stories::so_many_connections(Scratch::new().file()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn so_many_traces() {
    stories::so_many_traces(Scratch::new().file()).await;
}
