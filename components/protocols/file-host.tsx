'use client'
import { stageView, type ViewHost } from '@/components/annotation/workbench/stage-view'
import { useFileWork } from '@/lib/protocols/reader'
import { fileView } from './file-view'

/** Draws with the forms of a protocol file. */
export const FileHost: ViewHost = ({ protocolId, stageKey, children }) => {
  const work = useFileWork(protocolId)
  return children(stageView(fileView(work), stageKey), work)
}
