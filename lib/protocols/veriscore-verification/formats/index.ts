import type { Protocol } from '@/lib/protocols/protocol'
import { claimFormat, fewShotFormat } from './own'
import { pipelineFormat } from './pipeline'

/** The formats that are read, in the order in which they are recognised. */
export const formats: Protocol['formats'] = [pipelineFormat, fewShotFormat, claimFormat]
