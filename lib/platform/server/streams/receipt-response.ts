import 'server-only'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { SCRIPT_HEAD } from './script-head'
import { streamText } from './stream-text'

export interface StreamedReceipt {
  /** The receipt as JSON, piece by piece. */
  json: Iterable<string>
  /** `script`: a program for Node with the receipt inside. */
  form: 'json' | 'script'
  /** Computes it again: a file of `public/receipts`. */
  program: string
  /** The name of the file, with the ending that its form has. */
  nameWith(extension: string): string
}

const FORMS: Record<StreamedReceipt['form'], { media: string; extension: string }> = {
  json: { media: 'application/json; charset=utf-8', extension: 'json' },
  script: { media: 'text/javascript; charset=utf-8', extension: 'mjs' },
}

/** A receipt for download, sent as it is written. */
export function receiptResponse(receipt: StreamedReceipt): Response {
  const { media, extension } = FORMS[receipt.form]
  return new Response(streamText(partsOf(receipt)), {
    headers: {
      'content-type': media,
      'content-disposition': `attachment; filename="${receipt.nameWith(extension)}"`,
      'cache-control': 'no-store, no-transform',
    },
  })
}

async function* partsOf({ json, form, program }: StreamedReceipt): AsyncGenerator<string> {
  if (form === 'script') yield SCRIPT_HEAD
  yield* json
  if (form === 'script') yield await readFile(path.join(process.cwd(), 'public/receipts', program), 'utf8')
}
