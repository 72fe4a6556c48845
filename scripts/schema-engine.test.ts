import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startThrowAwayPostgres } from '@/scripts/embedded-postgres'
import { diffSchema } from '@/scripts/schema-engine'

const schema = (fields: string) => ({
  path: 'schema.prisma',
  content: `datasource db {
  provider = "postgresql"
}
model Note {
  id Int @id
  ${fields}
}`,
})
const CREATE = 'CREATE TABLE "Note" ("id" INTEGER NOT NULL, CONSTRAINT "Note_pkey" PRIMARY KEY ("id"));'
const BY_HAND = `CREATE FUNCTION one() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$;
ALTER TABLE "Note" ADD CHECK ("id" > 0);
CREATE TABLE log (line text DEFAULT 'a;b');`

describe('the comparison of migrations and schema', () => {
  let server: EmbeddedPostgres
  beforeAll(async () => {
    server = await startThrowAwayPostgres({ inMemory: true })
  })
  afterAll(() => server.stop())

  const diff = (sql: string[], fields: string, externalTables: string[] = []) =>
    diffSchema({
      url: server.url,
      migrations: sql.map((text, index) => ({ name: `000${index}_step`, sql: text, checksum: '' })),
      lockFile: 'provider = "postgresql"\n',
      schema: schema(fields),
      externalTables,
    })

  test('is null when they agree', async () => {
    expect(await diff([CREATE], '')).toBeNull()
  })

  test('writes the first migration and the next one', async () => {
    expect(await diff([], '')).toContain('CREATE TABLE "Note"')
    const next = await diff([CREATE], 'text String?')
    expect(next?.trim()).toBe('-- AlterTable\nALTER TABLE "Note" ADD COLUMN     "text" TEXT;')
  })

  test('leaves functions, checks and named tables of hand-written SQL alone', async () => {
    expect(await diff([CREATE, BY_HAND], '', ['public.log'])).toBeNull()
    expect(await diff([CREATE, BY_HAND], '')).toContain('DROP TABLE "log"')
  })
})
