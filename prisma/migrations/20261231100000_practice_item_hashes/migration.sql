-- What an attempt at practice was made of: its texts and what was expected, as a hash. The last attempt can be read again with what was expected
-- while the item is that one still; an item that came with another version under the same name was not answered. Null before this migration.
alter table practice_attempts add column item_hash text;
