/** What a file turned out to be, beside its records; and what a person may choose of how it is read. */
import { z } from 'zod'

export const fileFactsSchema = z.object({
  container: z.enum(['JSON', 'JSON lines', 'CSV', 'text', 'Excel workbook', 'Parquet']),
  encoding: z.enum(['UTF-8', 'UTF-16', 'Windows-1252']).nullable(),
  isCompressed: z.boolean(),
  /** Between the cells of CSV. */
  delimiter: z.string().nullable(),
  /** The names of a workbook's sheets, and which of them is read. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
})
export type FileFacts = z.infer<typeof fileFactsSchema>

export const fileChoiceSchema = z.object({ sheet: z.string().max(100).optional() })
/** How a file is to be read, where there is a choice. */
export type FileChoice = z.infer<typeof fileChoiceSchema>

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
