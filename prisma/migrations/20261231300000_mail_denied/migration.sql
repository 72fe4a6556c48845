-- When the mail server last refused to relay to somebody's address: whose fault that is depends on whom else it refuses (docs/decisions/101-e-mails.md).
alter table mail_choices add column denied_at timestamptz(3);
