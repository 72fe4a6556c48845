/** What a file turned out to be, beside its records; and what a person may choose of how it is read. */
import { z } from 'zod'
import type { EntriesAt, JoinedFile, RowGroups } from '@/lib/protocols/records'
import type { LogChoice } from './inspect-log/contract'

/** Several files that are read together. */
export const filesTogetherSchema = z.object({
  /** The names of all of them. */
  names: z.array(z.string()),
  /** The one with the records; null where that cannot be said. */
  main: z.string().nullable(),
  /** Of each second file of the protocol: the name of its field, what it is called there, which file it is, and how many records that has. */
  partners: z.array(
    z.object({ name: z.string(), called: z.string(), file: z.string().nullable(), records: z.number().int() }),
  ),
})
export type FilesTogether = z.infer<typeof filesTogetherSchema>

export const fileFactsSchema = z.object({
  /** Of several files that of the records; `several files` where it is not known which one these are in. */
  container: z.enum(['JSON', 'JSON lines', 'CSV', 'text', 'Excel workbook', 'Parquet', 'Inspect log', 'several files']),
  encoding: z.enum(['UTF-8', 'UTF-16', 'Windows-1252']).nullable(),
  isCompressed: z.boolean(),
  /** Between the cells of CSV; of a text, what cuts all its lines into as many cells, as if it were a table without headings. */
  delimiter: z.string().nullable(),
  /** The names of a workbook's sheets, and which of them is read. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  /** How many records the file itself says it has; null where it says nothing. */
  recordCount: z.number().int().nullable().default(null),
  /** null of one file by itself. */
  together: filesTogetherSchema.nullable().default(null),
})
export type FileFacts = z.infer<typeof fileFactsSchema>

/** Which of several files is which: the one with the records, and the second files by the names of their fields. */
export const fileRolesSchema = z.object({
  main: z.string().max(500),
  partners: z.record(z.string().max(100), z.string().max(500)).default({}),
})
export type FileRoles = z.infer<typeof fileRolesSchema>

export const fileChoiceSchema = z.object({
  sheet: z.string().max(100).optional(),
  /** Left out: as their names say. */
  files: fileRolesSchema.optional(),
})
/** How a file is to be read, where there is a choice. */
export type FileChoice = z.infer<typeof fileChoiceSchema>

/** The parts of a file that are given in the place of all of it, one behind the other. */
export interface FileExcerpt {
  /** Of the whole file. */
  byteLength: number
  /** Where in the file each of them begins, and where it ends (excluded), in bytes. */
  parts: readonly (readonly [start: number, end: number])[]
}

/** How the bytes that a reader is given are to be read. */
export interface ReadingChoice extends FileChoice {
  /** What they are, where they are not the whole file: of Parquet only, whose end says where its rows are. */
  excerpt?: FileExcerpt
  /** Of a packed file so many bytes are unpacked at most; left out: as many as a file may have. */
  mostUnpacked?: number
  /** Which rows together are one record; left out: each is one. */
  rows?: RowGroups | undefined
  /** Where in JSON documents the records stand; left out: as the kind of file says. */
  each?: EntriesAt | undefined
  /** Fields that make an object a record, though it is alone in its file and has nothing else but a list of objects in one of them. */
  recordLists?: readonly string[] | undefined
  /** Which second files belong to the records; left out: none. */
  join?: readonly JoinedFile[] | undefined
  /** Of a log of Inspect; left out: its samples. */
  log?: LogChoice
}

/** Thrown while a file is unpacked or decoded; what came before is read. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'

  constructor(
    readonly kind: 'truncated' | 'binary' | 'too-long' | 'empty-file',
    message: string,
    readonly fix: string,
  ) {
    super(message)
  }
}
