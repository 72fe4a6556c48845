/**
 * The checksums of the migrations that have landed. A database has applied them; another text under the same name would
 * leave it with another schema than a new one has, and no start would bring it on.
 */
import fs from 'node:fs'
import { MIGRATIONS_FOLDER, type Migration, readMigrations } from '@/scripts/migrate'
import { StartError } from '@/scripts/start-error'

/** One line for each, as `sha256sum` writes it. Branches that each add one are merged line by line (.gitattributes). */
export const CHECKSUMS_FILE = `${MIGRATIONS_FOLDER}/checksums.txt`

type Known = Pick<Migration, 'name' | 'checksum'>

const lineOf = ({ name, checksum }: Known) => `${checksum}  ${name}/migration.sql`

/** Reads the list. Lines that are none of it, such as the marks of a merge, are left out. */
export function readChecksums(text: string): Known[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, checksum, name] = /^([0-9a-f]{64}) {2}(\w+)\/migration\.sql$/.exec(line) ?? []
    return checksum && name ? [{ name, checksum }] : []
  })
}

/** What is wrong with the migrations, each with what to do. */
export function compareChecksums(listed: readonly Known[], found: readonly Known[]): string[] {
  const problems: string[] = []
  for (const { name, checksum } of listed) {
    const now = found.find((migration) => migration.name === name)
    if (now?.checksum === checksum) continue
    problems.push(
      `${name} has ${now ? 'another text' : 'gone'}, but databases have applied it: put it back (git checkout main -- ${MIGRATIONS_FOLDER}/${name}) and write what is to change as a new migration (npm run db -- new NAME). Only where it has not landed on main yet: remove its line from ${CHECKSUMS_FILE} and run "npm run db -- checksums".`,
    )
  }
  const names = listed.map(({ name }) => name)
  for (const name of new Set(names.filter((each, index) => names.indexOf(each) < index)))
    problems.push(`${name} stands twice in ${CHECKSUMS_FILE}: remove one of its lines.`)
  for (const { name } of found)
    if (!listed.some((migration) => migration.name === name))
      problems.push(`${name} is not in ${CHECKSUMS_FILE}: run "npm run db -- checksums".`)
  return problems
}

const read = () => (fs.existsSync(CHECKSUMS_FILE) ? readChecksums(fs.readFileSync(CHECKSUMS_FILE, 'utf8')) : [])

/** Is every migration what it was when it landed? Returns what is wrong. */
export const checkChecksums = (): string[] => compareChecksums(read(), readMigrations())

/** Adds what the list lacks, in order; returns the names. Throws a StartError where a listed migration has changed. */
export function addChecksums(): string[] {
  const listed = read()
  const names = new Set(listed.map(({ name }) => name))
  const found = readMigrations()
  const listedMigrations = found.filter(({ name }) => names.has(name))
  const problems = compareChecksums(listed, listedMigrations)
  if (problems.length > 0) throw new StartError(problems.join('\n'))
  fs.writeFileSync(CHECKSUMS_FILE, found.map((migration) => `${lineOf(migration)}\n`).join(''))
  return found.flatMap(({ name }) => (names.has(name) ? [] : [name]))
}
