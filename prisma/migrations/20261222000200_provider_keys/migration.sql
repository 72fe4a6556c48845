-- Keys of providers that administrators enter, sealed (docs/decisions/092-provider-keys.md). An empty seal: it was removed.
create table provider_keys (
  provider text not null,
  sealed bytea not null,
  secret_id text not null,
  revision integer not null default 1,
  set_by_id uuid not null,
  set_at timestamptz(3) not null default current_timestamp,
  constraint provider_keys_pkey primary key (provider),
  constraint provider_keys_set_by_id_fkey foreign key (set_by_id) references users (id) on delete restrict on update cascade
);
