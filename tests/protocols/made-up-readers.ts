/** The readers of the app for tests with protocols that are made up: the processes that read files and calculate know these too. */
import { readers as calculated } from '@/calculations'
import { readers as foreign } from '@/foreign-readers'
import { protocols } from '@/lib/protocols'
import type { Protocol } from '@/lib/protocols/protocol'
import { MADE_UP } from './list'

// In a process of its own, whose registry nobody else sees.
;(protocols as Protocol[]).push(...MADE_UP)

export const readers = { pieces: { ...foreign.pieces, ...calculated.pieces }, streams: foreign.streams }
