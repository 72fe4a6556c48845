import type { Json } from '@/lib/protocols/protocol'
import { type DataFolder, felmFiles, filesIn, recordsIn } from './data-folders'

/** FELM's published records, for tests against real data; the bare NaN in some lines is read as null. */
export type FelmRecord = { [field: string]: Json } & {
  index: string
  domain: string
  segmented_response: string[]
  labels: boolean[]
}

/** Every record of the FELM files in a folder of published data; none without a folder. */
export function felmRecords(folder: DataFolder | undefined): FelmRecord[] {
  if (!folder) return []
  return filesIn(folder, felmFiles).flatMap((name) => recordsIn<FelmRecord>(folder, `felm/${name}`))
}
