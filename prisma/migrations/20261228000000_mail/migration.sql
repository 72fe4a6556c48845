-- E-mails from the inbox (docs/decisions/101-e-mails.md): who wants them and how often, what was handed to the mail server, and how it is.
create type "MailMode" as enum ('off', 'at_once', 'hourly', 'daily');
create type "MailState" as enum ('claimed', 'handed', 'sent');

create table mail_choices (
  user_id uuid not null,
  mode "MailMode" not null,
  due_at timestamptz(3),
  looked_at_event bigint,
  told jsonb not null default '{}',
  failures integer not null default 0,
  problem text,
  changed_at timestamptz(3) not null default current_timestamp,
  constraint mail_choices_pkey primary key (user_id),
  constraint mail_choices_user_id_fkey foreign key (user_id) references users (id) on delete cascade on update cascade
);
create index mail_choices_due_at_idx on mail_choices (due_at);

create table mails (
  id uuid not null,
  user_id uuid not null,
  state "MailState" not null default 'claimed',
  claim uuid not null,
  mode "MailMode" not null,
  content jsonb not null,
  told jsonb not null default '{}',
  made_at timestamptz(3) not null default current_timestamp,
  handed_at timestamptz(3),
  sent_at timestamptz(3),
  constraint mails_pkey primary key (id),
  constraint mails_user_id_fkey foreign key (user_id) references users (id) on delete cascade on update cascade
);
create index mails_user_id_idx on mails (user_id);

create table mail_servers (
  address text not null,
  problem text,
  failures integer not null default 0,
  failing_since timestamptz(3),
  retry_at timestamptz(3),
  accepted_at timestamptz(3),
  constraint mail_servers_pkey primary key (address)
);

-- walls
-- At most one e-mail of a person is under way: what became of it is found out before there is another.
create unique index mails_under_way on mails (user_id) where state <> 'sent';
