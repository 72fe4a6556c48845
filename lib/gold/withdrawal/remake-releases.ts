/** Makes the files of releases again without a withdrawn item; number and first digest stay, and a second list of checksums says what is there now. */
import 'server-only'
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { HELD_OUT_PATH } from '@/lib/gold/releases/release/build/data-files'
import { below, inline } from '@/lib/gold/releases/release/card/markdown'
import { type CardText, frozenCardSchema } from '@/lib/gold/releases/release/contract'
import { manifestSchema, RELEASE_FORMAT } from '@/lib/gold/releases/release/manifest/contract'
import { STATEMENT_PATHS, statements } from '@/lib/gold/releases/release/metadata/statements'
import type { Column } from '@/lib/gold/releases/tables/table'
import type { Tx } from '@/lib/platform/server/db'
import { findProtocol } from '@/lib/protocols'
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import type { EntriesAt } from '@/lib/protocols/records'
import type { Withdrawn } from '@/lib/workspace/items/withdrawn/contract'
import { SUMS_PATH, WITHDRAWN_PATH, withdrawnLine } from './contract'
import type { Reach } from './read-reach'
import { remadeFile, type TakenOut } from './remade-files'
import { SoughtText, soughtTexts, withoutTexts, withoutTextsInJson } from './texts'

/** A release that had the item, or quoted it. */
export interface RemadeRelease {
  id: string
  project: string
  number: number
  /** Files that changed or came. */
  files: string[]
  /** sha-256 of the list of checksums as it was, and as it is. */
  digest: { before: string; now: string }
}

const MANIFEST_PATH = 'manifest.json'
const CARD_PATH = 'README.md'
/** Bytes in one row of release_chunks. */
const CHUNK_BYTES = 1_000_000

interface StoredFile {
  path: string
  position: number
  rows: number
  sha256: string
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** All that are ready, of the projects that the item reaches. */
export async function remakeReleases(
  tx: Tx,
  reach: Reach,
  allTexts: ReadonlySet<string>,
  withdrawn: Withdrawn,
): Promise<RemadeRelease[]> {
  const releases = await tx.release.findMany({
    where: { projectId: { in: reach.projects }, state: 'ready' },
    orderBy: [{ projectId: 'asc' }, { number: 'asc' }],
    include: { project: { select: { name: true } } },
  })
  const texts = soughtTexts(reach.texts)
  const remadeReleases: RemadeRelease[] = []
  for (const { id, projectId, number, manifest, card, project } of releases) {
    const items = await tx.item.findMany({
      where: { id: { in: reach.items }, projectId },
      select: { position: true, externalId: true },
    })
    const positions = new Set(items.map(({ position }) => position))
    const files = new ReleaseFiles(tx, id, await filesIn(tx, id))
    await remakeRows(files, tablesIn(manifest), { positions, texts, allTexts, withdrawn, each: entriesIn(manifest) })
    if (files.changed.size === 0) continue
    const note = items.map((item) => withdrawnLine({ item: item.position, id: item.externalId, ...withdrawn })).join('')
    await files.append(WITHDRAWN_PATH, note, items.length)
    await renewStatements(files, frozenCardSchema.parse(card).text, texts, withdrawn)
    const digest = await files.sumAnew()
    const renewed = JSON.parse((await files.read(MANIFEST_PATH)).toString('utf8'))
    await tx.release.update({ where: { id }, data: { manifest: renewed } })
    remadeReleases.push({ id, project: project.name, number, files: [...files.changed.keys()], digest })
  }
  return remadeReleases
}

const filesIn = (tx: Tx, releaseId: string): Promise<StoredFile[]> =>
  tx.releaseFile.findMany({
    where: { releaseId },
    orderBy: { position: 'asc' },
    select: { path: true, position: true, rows: true, sha256: true },
  })

/** Where published records stand in JSON documents, by the version that the release was made under: its project may have moved since. */
function entriesIn(manifest: unknown): EntriesAt | null {
  const { protocol } = manifestSchema.pick({ protocol: true }).parse(manifest)
  return findProtocol(protocol.id)?.formats.find((format) => format.each)?.each ?? null
}

/** The columns of each Parquet file. */
function tablesIn(manifest: unknown): Map<string, readonly Column[]> {
  const { tables } = manifestSchema.pick({ tables: true }).parse(manifest)
  return new Map(tables.flatMap(({ parts, columns }) => parts.map(({ path }) => [path, columns] as const)))
}

async function remakeRows(files: ReleaseFiles, tables: ReadonlyMap<string, readonly Column[]>, removal: TakenOut) {
  for (const { path, rows } of files.all()) {
    if (path.startsWith(SUMS_PATH) || STATEMENT_PATHS.includes(path) || path === WITHDRAWN_PATH) continue
    const newFile = await remadeFile(path, await files.read(path), tables.get(path) ?? null, removal)
    if (newFile) await files.write(path, newFile.bytes, rows - newFile.dropped)
  }
}

/**
 * Files that describe the others are written anew from the card and the manifest as they are now, in the words of this version of Assay;
 * in a release whose manifest has an earlier format, texts, checksums and sizes are replaced in the file that is there. The card ends with
 * a note about each withdrawal.
 */
async function renewStatements(
  files: ReleaseFiles,
  card: CardText,
  texts: readonly SoughtText[],
  withdrawn: Withdrawn,
): Promise<void> {
  const renewed = [...files.changed]
  const read = async (path: string) => withoutTextsIn(path, (await files.read(path)).toString('utf8'), texts)
  const replaced = async (path: string) => {
    let text = await read(path)
    for (const [changed, { before }] of renewed) if (before) text = text.replaceAll(before, files.of(changed).sha256)
    if (!path.endsWith('.json')) return text
    return `${JSON.stringify(await withSizes(files, path, JSON.parse(text)), null, 1)}\n`
  }
  const manifest = await replaced(MANIFEST_PATH)
  const written = statementsOf(card, manifest, texts)
  for (const path of STATEMENT_PATHS) {
    if (!files.has(path)) continue
    const rendered = written.get(path)
    let text = path === MANIFEST_PATH ? manifest : (rendered ?? (await replaced(path)))
    if (path === CARD_PATH) {
      const earlier = rendered === undefined ? '' : notesIn(await read(path))
      text += earlier + cardNote(withdrawn, rendered !== undefined)
    }
    await files.write(path, Buffer.from(text), files.of(path).rows)
  }
}

const HEAD = /^---\n[\s\S]*?\n---\n/

/** The card is Markdown with a head of YAML; texts in the other files are written as in JSON, also in those of YAML. */
function withoutTextsIn(path: string, text: string, texts: readonly SoughtText[]): string {
  if (path !== CARD_PATH) return withoutTextsInJson(text, texts)
  const head = HEAD.exec(text)?.[0] ?? ''
  // The forms in which a card writes what people wrote.
  const inCard = texts.map((sought) => new SoughtText(sought.text, [inline(sought.text), below(sought.text)]))
  return withoutTextsInJson(head, texts) + withoutTexts(text.slice(head.length), inCard)
}

/** The files that describe the others as this version of Assay writes them, by path; none where the manifest has an earlier format. */
function statementsOf(card: CardText, manifestText: string, texts: readonly SoughtText[]): ReadonlyMap<string, string> {
  const manifest = manifestSchema.parse(JSON.parse(manifestText))
  if (manifest.format !== RELEASE_FORMAT) return new Map()
  return new Map(statements(card, manifest).map(({ path, text }) => [path, withoutTextsIn(path, text, texts)]))
}

const NOTE_HEADING = '\n## Withdrawn on '

/** The notes about earlier withdrawals at the end of a card; headings of what people wrote stand below the card's own. */
function notesIn(card: string): string {
  const noteStart = card.indexOf(NOTE_HEADING)
  return noteStart < 0 ? '' : card.slice(noteStart)
}

function cardNote({ reason, erratum, at }: Withdrawn, isRendered: boolean): string {
  const figures = isRendered
    ? 'numbers of rows and sizes of files on this card are of the files as they are now, and all other figures are those of the release as it was made'
    : 'figures on this card are those of the release as it was made'
  return `${NOTE_HEADING}${at.slice(0, 10)}: ${reason}\n\n${erratum}\n\nThe rows are in \`${WITHDRAWN_PATH}\`; ${figures}.\n`
}

/** The value with size and number of rows of each changed file, wherever it names one by its checksum. */
async function withSizes(files: ReleaseFiles, path: string, value: Json): Promise<Json> {
  const bySum = new Map<string, { bytes: number; rows: number }>()
  for (const changed of files.changed.keys()) {
    const { sha256: sum, rows } = files.of(changed)
    bySum.set(sum, { bytes: (await files.read(changed)).length, rows })
  }
  const walk = (part: Json): Json => {
    if (Array.isArray(part)) return part.map(walk)
    if (!isJsonRecord(part)) return part
    const current = typeof part.sha256 === 'string' ? bySum.get(part.sha256) : undefined
    return Object.fromEntries(
      Object.entries(part).map(([key, each]): [string, Json] => {
        if (current && key === 'bytes') return [key, current.bytes]
        if (current && key === 'rows') return [key, current.rows]
        if (current && key === 'contentSize') return [key, `${current.bytes} B`]
        return [key, walk(each ?? null)]
      }),
    )
  }
  const walked = walk(value)
  if (path !== MANIFEST_PATH || !isJsonRecord(walked) || !Array.isArray(walked.files)) return walked
  const { sha256: sum, rows } = files.of(WITHDRAWN_PATH)
  const withdrawnFile = { path: WITHDRAWN_PATH, bytes: (await files.read(WITHDRAWN_PATH)).length, rows, sha256: sum }
  const others = walked.files.filter((file) => !(isJsonRecord(file) && file.path === WITHDRAWN_PATH))
  return { ...walked, files: [...others, withdrawnFile], ...(await heldOutNow(files, walked.heldOut)) }
}

/** How many items and units there are still to predict; nothing where nothing is held out. */
async function heldOutNow(files: ReleaseFiles, heldOut: Json | undefined): Promise<{ heldOut?: Json }> {
  if (!isJsonRecord(heldOut ?? null) || !files.has(HELD_OUT_PATH)) return {}
  const left = (await files.read(HELD_OUT_PATH))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): { units: unknown[]; withdrawn?: boolean } => JSON.parse(line))
    .filter(({ withdrawn = false }) => !withdrawn)
  const units = left.reduce((sum, line) => sum + line.units.length, 0)
  return { heldOut: { ...(heldOut as Record<string, Json>), items: left.length, units } }
}

/** The files of one release, as they are now. */
class ReleaseFiles {
  /** By path: the checksum before, null of what is new. */
  readonly changed = new Map<string, { before: string | null }>()
  private readonly files: Map<string, StoredFile>

  constructor(
    private readonly tx: Tx,
    private readonly releaseId: string,
    files: readonly StoredFile[],
  ) {
    this.files = new Map(files.map((file) => [file.path, file]))
  }

  all = (): StoredFile[] => [...this.files.values()]
  has = (path: string): boolean => this.files.has(path)

  of(path: string): StoredFile {
    const file = this.files.get(path)
    if (!file) throw new Error(`the release has no ${path}`)
    return file
  }

  async read(path: string): Promise<Buffer> {
    const chunks = await this.tx.releaseChunk.findMany({
      where: { releaseId: this.releaseId, path },
      orderBy: { position: 'asc' },
      select: { bytes: true },
    })
    return Buffer.concat(chunks.map(({ bytes }) => bytes))
  }

  async write(path: string, bytes: Buffer, rows: number): Promise<void> {
    const { releaseId } = this
    const before = this.files.get(path) ?? null
    const sum = sha256(bytes)
    if (before?.sha256 === sum) return
    const position = before?.position ?? 1 + Math.max(...this.all().map((file) => file.position))
    const fileFields = { byteSize: bytes.length, rows, sha256: sum, crc32: crc32(bytes) }
    await this.tx.releaseFile.upsert({
      where: { releaseId_path: { releaseId, path } },
      create: { releaseId, path, position, ...fileFields },
      update: fileFields,
    })
    await this.tx.releaseChunk.deleteMany({ where: { releaseId, path } })
    for (let chunkIndex = 0; chunkIndex === 0 || chunkIndex * CHUNK_BYTES < bytes.length; chunkIndex++) {
      const part = Uint8Array.from(bytes.subarray(chunkIndex * CHUNK_BYTES, (chunkIndex + 1) * CHUNK_BYTES))
      await this.tx.releaseChunk.create({ data: { releaseId, path, position: chunkIndex, bytes: part } })
    }
    this.files.set(path, { path, position, rows, sha256: sum })
    if (!this.changed.has(path)) this.changed.set(path, { before: before?.sha256 ?? null })
  }

  async append(path: string, text: string, rows: number): Promise<void> {
    const there = this.has(path) ? await this.read(path) : Buffer.alloc(0)
    await this.write(path, Buffer.concat([there, Buffer.from(text)]), rows + (this.files.get(path)?.rows ?? 0))
  }

  /** The list as it was is kept beside the new one, which names every other file. */
  async sumAnew(): Promise<RemadeRelease['digest']> {
    const before = this.of(SUMS_PATH)
    const earlierCount = this.all().filter(({ path }) => path.startsWith(`${SUMS_PATH}.`)).length
    await this.write(`${SUMS_PATH}.${earlierCount + 1}`, await this.read(SUMS_PATH), before.rows)
    const listedFiles = this.all()
      .filter(({ path }) => path !== SUMS_PATH)
      .toSorted((one, other) => one.position - other.position)
    const sums = listedFiles.map(({ path, sha256: sum }) => `${sum}  ${path}\n`).join('')
    await this.write(SUMS_PATH, Buffer.from(sums), listedFiles.length)
    return { before: before.sha256, now: this.of(SUMS_PATH).sha256 }
  }
}
