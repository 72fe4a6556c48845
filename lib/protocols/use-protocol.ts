'use client'

import { useContext } from 'react'
import { protocolById } from '.'
import type { Protocol } from './protocol'
import { ReaderContext } from './reader'

/** The protocol of a project, in the reader's language where a file gives its texts in several. Errors: as `protocolById`. */
export const useProtocol = (id: string): Protocol => protocolById(id, useContext(ReaderContext)?.language)
