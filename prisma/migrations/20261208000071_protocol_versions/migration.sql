-- Protocols that are written as files (docs/decisions/052). A version is a row that never changes.
create table protocol_versions (
  -- In the order in which versions were committed: whoever has read up to a number has them all.
  number integer generated always as identity,
  id text not null,
  version integer not null,
  title text not null,
  -- The file as it was published.
  source text not null,
  -- What it means (lib/protocols/language/definition.ts). json, because it keeps the order of fields.
  definition json not null,
  -- SHA-256 of the source, in hexadecimal.
  hash text not null,
  -- Files of records that its tests name: [{name, text}].
  files json not null,
  created_by_id uuid,
  created_at timestamptz(3) not null default current_timestamp,
  -- Taken out of the list. Its name is never given to another.
  removed_at timestamptz(3),
  constraint protocol_versions_pkey primary key (number),
  constraint protocol_versions_created_by_id_fkey foreign key (created_by_id) references users (id) on delete set null on update cascade
);
create unique index protocol_versions_id_version_key on protocol_versions (id, version);

-- walls
alter table protocol_versions
  add constraint protocol_versions_version check (version > 0),
  add constraint protocol_versions_hash check (hash ~ '^[0-9a-f]{64}$');
create index projects_protocol_id_idx on projects (protocol_id);

create function protocol_versions_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'versions of protocols are never deleted' using errcode = 'integrity_constraint_violation';
  end if;
  if (new.number, new.id, new.version, new.title, new.source, new.definition::text, new.hash, new.files::text, new.created_at)
     is distinct from
     (old.number, old.id, old.version, old.title, old.source, old.definition::text, old.hash, old.files::text, old.created_at) then
    raise exception 'versions of protocols never change' using errcode = 'integrity_constraint_violation';
  end if;
  if new.removed_at is not null and exists (
    select 1 from projects where protocol_id = new.id || '@' || new.version) then
    raise exception 'this version of a protocol is in use' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger protocol_versions_stay before update or delete on protocol_versions
  for each row execute function protocol_versions_stay();

-- A project names a version that is there, and holds it while it comes to do so.
create function projects_name_protocol() returns trigger language plpgsql as $$
begin
  if new.protocol_id like '%@%' then
    perform 1 from protocol_versions
      where new.protocol_id = id || '@' || version and new.protocol_version = version and removed_at is null
        and id = split_part(new.protocol_id, '@', 1)
      for share;
    if not found then
      raise exception 'there is no protocol %', new.protocol_id using errcode = 'foreign_key_violation';
    end if;
  end if;
  return new;
end $$;
create trigger projects_name_protocol before insert or update of protocol_id, protocol_version on projects
  for each row execute function projects_name_protocol();
