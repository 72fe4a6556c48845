/**
 * Prisma's schema engine as WebAssembly from npm, with nothing to download. The stock adapter for PostgreSQL cannot
 * serve it (7.10.1), so four things are put right here: its shadow database is the main one when built from an
 * address; it drops the shadow before leaving it; it splits scripts at every semicolon; it lacks the type "char".
 */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'
import { MIGRATIONS_FOLDER, type Migration } from '@/scripts/migrate'

const CHAR_OID = 18
const TEXT_OID = 25

let loaded: Promise<void> | undefined

async function instantiateEngine() {
  const registry = { set_message: (message: string) => console.error('schema engine:', message) }
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: registry })
  const script = createRequire(path.resolve('package.json')).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const code = fs.readFileSync(script.replace(/\.js$/, '.wasm'))
  const { instance } = await WebAssembly.instantiate(code, { './schema_engine_bg.js': { ...engine } })
  engine.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
}

type QueryResult = pg.QueryArrayResult | pg.QueryArrayResult[]

/** The pool, except that columns of type "char" pass as text and are noted down per query text. */
function noteChars(pool: pg.Pool, chars: Map<string, number[]>): pg.Pool {
  const query = async (config: pg.QueryArrayConfig): Promise<QueryResult> => {
    const result: QueryResult = await pool.query(config)
    const fields = Array.isArray(result) ? [] : result.fields
    const columns = fields.flatMap((field, index) => (field.dataTypeID === CHAR_OID ? [index] : []))
    for (const index of columns) Object.assign(fields[index] ?? {}, { dataTypeID: TEXT_OID })
    chars.set(config.text, columns)
    return result
  }
  return new Proxy(pool, { get: (target, key, self) => (key === 'query' ? query : Reflect.get(target, key, self)) })
}

/** An adapter on one database; `afterwards` runs once its connections are closed. */
async function openAdapter(url: string, afterwards: () => Promise<void>): Promise<SqlDriverAdapter> {
  const chars = new Map<string, number[]>()
  const pool = noteChars(new pg.Pool({ connectionString: url, max: 2 }), chars)
  const adapter = await new PrismaPg(pool, { disposeExternalPool: true, onPoolError() {} }).connect()
  const { queryRaw, dispose } = adapter
  adapter.queryRaw = async (query) => {
    const result = await queryRaw.call(adapter, query)
    for (const index of chars.get(query.sql) ?? []) result.columnTypes[index] = ColumnTypeEnum.Character
    return result
  }
  adapter.executeScript = async (script) => {
    await adapter.executeRaw({ sql: script, args: [], argTypes: [] })
  }
  adapter.dispose = async () => {
    await dispose.call(adapter)
    await afterwards()
  }
  return adapter
}

async function execute(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function adapterFactory(url: string): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => openAdapter(url, async () => {}),
    async connectToShadowDb() {
      const name = `shadow_${randomUUID().replaceAll('-', '')}`
      await execute(url, `create database ${name} template template0`)
      const shadow = new URL(url)
      shadow.pathname = `/${name}`
      return openAdapter(shadow.href, () => execute(url, `drop database ${name} with (force)`))
    },
  }
}

const asTarget = (migrations: Migration[], lockFile: string) => ({
  tag: 'migrations' as const,
  baseDir: MIGRATIONS_FOLDER,
  lockfile: { path: 'migration_lock.toml', content: lockFile },
  shadowDbInitScript: '',
  migrationDirectories: migrations.map(({ name, sql }) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
  })),
})

/** What a comparison needs. */
export interface SchemaDiffInput {
  /** A server where a shadow database may be made. */
  url: string
  migrations: Migration[]
  lockFile: string
  /** Path and text of schema.prisma. */
  schema: { path: string; content: string }
  /** `schema.table` of tables made by hand-written SQL only, which the diff must not drop. */
  externalTables: string[]
}

/** The SQL that leads from the migrations to the schema, null when they agree. Works on a shadow database. */
export async function diffSchema(input: SchemaDiffInput): Promise<string | null> {
  loaded ??= instantiateEngine()
  await loaded
  const { url, migrations, lockFile, schema, externalTables } = input
  const factory = bindMigrationAwareSqlAdapterFactory(adapterFactory(url))
  const instance = await engine.SchemaEngine.new({ datamodels: [[schema.path, schema.content]] }, () => {}, factory)
  const result = await instance.diff({
    from: migrations.length > 0 ? asTarget(migrations, lockFile) : { tag: 'empty' },
    to: { tag: 'schemaDatamodel', files: [schema] },
    script: true,
    exitCode: true,
    filters: { externalTables, externalEnums: [] },
  })
  return result.exitCode === 2 ? (result.stdout ?? '') : null
}
