import { z } from 'zod'
import type { StartGeneration } from '@/lib/automation/prefill/generation/contract'

export type PromptEntry = StartGeneration['prompts'][number]

export interface ReadPrompts {
  prompts: PromptEntry[]
  /** What is wrong, each with its line. */
  problems: string[]
}

const MOST_PROMPTS = 10_000
const LONGEST_PROMPT = 100_000
/** The server takes requests of up to a million bytes. */
const MOST_BYTES = 950_000

const line = z.object({
  prompt: z.string(),
  id: z.union([z.string().max(200), z.number()]).nullish(),
})

/** Prompts pasted one a line; empty lines are left out. */
export function promptsFromText(text: string): ReadPrompts {
  const prompts = text
    .split(/\r?\n/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((prompt) => ({ prompt, externalId: null }))
  return { prompts, problems: sizeProblems(prompts) }
}

/** Prompts of a file of JSON lines, `{"prompt": "…", "id": "…"}`; the id may be left out. */
export function promptsFromJsonLines(text: string): ReadPrompts {
  const prompts: PromptEntry[] = []
  const problems: string[] = []
  const rows = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  rows.forEach((row, index) => {
    if (row.trim() === '') return
    const read = readLine(row)
    if (typeof read === 'string') problems.push(`Line ${index + 1}: ${read}`)
    else prompts.push(read)
  })
  return { prompts, problems: [...problems, ...sizeProblems(prompts)] }
}

function readLine(row: string): PromptEntry | string {
  let json: unknown
  try {
    json = JSON.parse(row)
  } catch {
    return 'this is not JSON. Write one object a line.'
  }
  const read = line.safeParse(json)
  if (!read.success) return 'an object with "prompt" (a text) is expected, and "id" (up to 200 characters) if you like.'
  const { prompt, id } = read.data
  if (prompt.trim() === '') return 'the prompt is empty.'
  return { prompt: prompt.trim(), externalId: id === undefined || id === null ? null : String(id) }
}

function sizeProblems(prompts: readonly PromptEntry[]): string[] {
  const long = prompts.findIndex(({ prompt }) => prompt.length > LONGEST_PROMPT)
  const bytes = new TextEncoder().encode(JSON.stringify(prompts)).length
  return [
    long === -1 ? null : `Prompt ${long + 1} is longer than ${LONGEST_PROMPT.toLocaleString('en')} characters.`,
    prompts.length > MOST_PROMPTS
      ? `These are more than ${MOST_PROMPTS.toLocaleString('en')} prompts; make two runs.`
      : null,
    bytes > MOST_BYTES ? 'Together the prompts are larger than 0.95 MB; make several runs of them.' : null,
  ].filter((problem) => problem !== null)
}
