-- People of whom older records came in than they are usually judged by: once, all from this moment on tells.
alter table judged_people add column history_from timestamptz;
