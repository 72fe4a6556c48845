-- Records with NUL or half a surrogate pair were refused until now: no item that there is has any.
alter table items add column escaped boolean not null default false;
