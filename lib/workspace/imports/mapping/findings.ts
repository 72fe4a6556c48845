/** What is to be said of how a file's columns are read, before its records are. Pure. */
import type { FileFacts } from '@/lib/platform/foreign/records/file-facts'
import type { Protocol, RecordProblem } from '@/lib/protocols/protocol'
import { MOST_COLUMNS } from './columns'
import type { FileMapping } from './contract'
import { columnNames } from './rules'

export interface FileFinding {
  severity: 'error' | 'warning'
  problem: RecordProblem
}

export function findingsAbout(protocol: Protocol, file: FileMapping): FileFinding[] {
  const titleOf = (field: string) =>
    protocol.columns?.fields.find(({ key }) => key === field)?.title.toLowerCase() ?? field
  const warning = (field: string, message: string, fix: string): FileFinding => ({
    severity: 'warning',
    problem: { field, message, fix },
  })
  const { withoutColumns } = protocol
  return [
    ...(withoutColumns && !file.isReadable ? [warning('', withoutColumns.message, withoutColumns.fix)] : []),
    ...file.competing.map(({ field, columns }) => ({
      severity: 'error' as const,
      problem: {
        field: columns.join(', '),
        message: `Several columns may be the ${titleOf(field)}: ${columnNames(columns)}.`,
        fix: `Say which one it is (on the command line with --map ${field}=COLUMN).`,
      },
    })),
    ...file.missing.map((field) => ({
      severity: 'error' as const,
      problem: {
        field: '',
        message: `This file holds no items: no column of it is known to be the ${titleOf(field)}. It has: ${columnNames(file.columns.map(({ name }) => name))}.`,
        fix: `Say which one it is (on the command line with --map ${field}=COLUMN), or choose a file that has one.`,
      },
    })),
    ...file.spelled.map(({ field, column }) =>
      warning(
        column,
        `The column "${column}" is read as the ${titleOf(field)}.`,
        `Did you mean ${field}? If not, say which column it is.`,
      ),
    ),
    ...(file.columns.length >= MOST_COLUMNS && (file.mapping || file.competing.length + file.missing.length > 0)
      ? [
          warning(
            '',
            `At most ${MOST_COLUMNS} columns of a file are looked at.`,
            'Nothing, if the columns that are needed are among them: others stay in the record. Otherwise leave out of the file what is not needed.',
          ),
        ]
      : []),
    ...(file.unused.length > 0 && file.competing.length + file.missing.length === 0
      ? [
          warning(
            '',
            `Not used: ${columnNames(file.unused)}.`,
            'Nothing, if they are not needed: they stay in the record. Otherwise say what they are.',
          ),
        ]
      : []),
  ]
}

/** Whether files with columns of somebody's own are read under a protocol, and as what, for those who choose a file. */
export function ownColumnsText({ columns, withoutColumns }: Protocol): string {
  if (!columns) return withoutColumns?.message ?? FORMATS_ONLY
  const titles = (isRequired: boolean) =>
    columns.fields.filter(({ required }) => required === isRequired).map(({ title }) => title.toLowerCase())
  const optional = titles(false)
  return `A table, a log or an export of a labelling tool that has other names. Which column is the ${titles(true).join(', the ')} is guessed and can be changed${
    optional.length > 0 ? `; so are ${optional.join(', ')}, where there are any,` : ','
  } and which columns are labels.`
}

/** What is said under a protocol that maps no columns. */
export const FORMATS_ONLY = 'Files of this protocol are read by its formats only.'

const NAMED_TABLE = /\.(csv|tsv)(\.gz)?$/i

/** What is to be said of the kind of file. */
export function findingsAboutReading(facts: FileFacts | null, fileName: string): FileFinding[] {
  if (!facts) return []
  const { container, delimiter, encoding, sheets, sheet, together } = facts
  const read = [together?.main, ...(together?.partners.map(({ file }) => file) ?? [])]
  const unread = together?.main ? together.names.filter((name) => !read.includes(name)) : []
  const others = sheets.filter((name) => name !== sheet)
  return [
    ...(encoding !== null && encoding !== 'UTF-8'
      ? [
          note(
            `The file is not UTF-8 but ${encoding}, and was read as such.`,
            'Look whether letters with accents are right in the preview.',
          ),
        ]
      : []),
    ...(container === 'text' && (delimiter !== null || NAMED_TABLE.test(fileName))
      ? [
          note(
            'The first line does not read like headings, so each line was read as one text.',
            'Nothing, if each line is one response. Of a table, write the names of its columns in the first line, and drop it again.',
          ),
        ]
      : []),
    ...(unread.length > 0
      ? [
          note(
            `Of the files that came together these are not read: ${columnNames(unread)}.`,
            'Nothing, if that is meant; else say which file is which.',
          ),
        ]
      : []),
    ...(others.length > 0
      ? [
          note(
            `The sheet "${sheet}" is read; not read: ${columnNames(others)}.`,
            'Nothing, if this is the sheet; else choose another (on the command line with --sheet NAME).',
          ),
        ]
      : []),
  ]
}

const note = (message: string, fix: string): FileFinding => ({
  severity: 'warning',
  problem: { field: '', message, fix },
})
