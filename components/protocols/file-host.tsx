'use client'
import { stageView, type ViewHost } from '@/components/annotation/workbench/stage-view'
import { useFileWork } from '@/lib/protocols/reader'

/** Draws with the questions of a protocol file as they stand: a file has no forms of its own. */
export const FileHost: ViewHost = ({ protocolId, stageKey, children }) => {
  const work = useFileWork(protocolId)
  return children(stageView({ work, stages: {} }, stageKey), work)
}
