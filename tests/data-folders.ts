/**
 * Where published records lie, in folders that are laid out alike: ten of each format in this repository, and whole files
 * in the folder that ASSAY_DATA_DIR names, which is outside of it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { JsonRecord } from '@/lib/protocols/record-fields'

export interface DataFolder {
  /** As the titles of tests say it. */
  readonly name: string
  readonly path: string
}

/** Ten records of each published format; a format of which less was published is there as a whole. */
export const tenOfEach: DataFolder = {
  name: 'tests/fixtures/published',
  path: path.resolve('tests/fixtures/published'),
}

/** The folder with whole files, for what needs more than ten records; undefined where none is named. */
export const wholeFiles: DataFolder | undefined = process.env.ASSAY_DATA_DIR
  ? { name: 'ASSAY_DATA_DIR', path: process.env.ASSAY_DATA_DIR }
  : undefined

export const dataFolders: readonly DataFolder[] = wholeFiles ? [tenOfEach, wholeFiles] : [tenOfEach]

/** What the records of a folder were counted to have, each part under a key of its own. */
const EXPECTED = 'expected/expected_stats.json'

const statisticsIn = (folder: DataFolder): Readonly<Record<string, unknown>> =>
  existsSync(path.join(folder.path, EXPECTED)) ? JSON.parse(textIn(folder, EXPECTED)) : {}

/** Files with such a name in a part of a folder: one or more. */
export interface FilesLike {
  readonly within: string
  readonly named: RegExp
}

/** What tests read of a folder: files by their place or by their names, and keys of what was counted. */
export interface Needs {
  readonly files?: readonly (string | FilesLike)[]
  readonly expected?: readonly string[]
}

/** What of this a folder does not have, in words. */
export function missingIn(folder: DataFolder, { files = [], expected = [] }: Needs): string[] {
  const counted = statisticsIn(folder)
  const lacking = files.map((file) => {
    if (typeof file === 'string') return existsSync(path.join(folder.path, file)) ? null : file
    return filesIn(folder, file).length > 0 ? null : `file like ${file.named.source} in ${file.within}`
  })
  return [
    ...lacking.filter((file) => file !== null),
    ...expected.filter((key) => counted[key] === undefined).map((key) => `${EXPECTED} with "${key}"`),
  ]
}

/** What was counted under a key, in the shape that the test knows it to have; name the key among what the test needs. */
export function expectedIn<T>(folder: DataFolder, key: string): T {
  const counted = statisticsIn(folder)[key]
  if (counted === undefined) throw new Error(`${folder.name} has no ${EXPECTED} with "${key}"`)
  return counted as T
}

/** The names of such files, sorted; none where there are none. */
export function filesIn(folder: DataFolder, { within, named }: FilesLike): string[] {
  const at = path.join(folder.path, within)
  return existsSync(at)
    ? readdirSync(at)
        .filter((name) => named.test(name))
        .toSorted()
    : []
}

/** Files that several tests read. */
export const felmFiles: FilesLike = { within: 'felm', named: /\.jsonl$/ }
export const factorFiles: FilesLike = { within: 'factor', named: /\.csv$/ }
export const outputFiles: FilesLike = { within: 'prefill', named: /\.jsonl$/ }

export const textIn = (folder: DataFolder, place: string): string => readFileSync(path.join(folder.path, place), 'utf8')

/** The records of a file, one a line, in the shape that the test knows them to have. */
export const recordsIn = <T = JsonRecord>(folder: DataFolder, place: string): T[] => recordsOf(textIn(folder, place))

/** The records of a text; the bare NaN that some lines hold is null, as the import reads it. */
export const recordsOf = <T = JsonRecord>(text: string): T[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line.replace(/:\s*NaN(?=\s*[,}])/g, ': null')))
