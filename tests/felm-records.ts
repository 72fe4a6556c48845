import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Json } from '@/lib/protocols/protocol'

/** FELM's published records, for tests against real data; the bare NaN in some lines is read as null. */
export type FelmRecord = { [field: string]: Json } & {
  index: string
  domain: string
  segmented_response: string[]
  labels: boolean[]
}

/** Every record of the FELM files in a folder of test data; none without a folder. */
export function felmRecords(folder: string | undefined): FelmRecord[] {
  if (!folder) return []
  const files = readdirSync(path.join(folder, 'felm')).filter((name) => name.endsWith('.jsonl'))
  const lines = files.flatMap((name) => readFileSync(path.join(folder, 'felm', name), 'utf8').split('\n'))
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line.replace(/:\s*NaN(?=\s*[,}])/g, ': null')) as FelmRecord)
}
