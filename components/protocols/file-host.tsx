'use client'
import { stageView, type ViewHost } from '@/components/annotation/workbench/stage-view'
import { fileWork } from '@/lib/protocols/kept-protocols'

/** Draws with the questions of a protocol file as they stand: a file has no forms of its own. */
export const FileHost: ViewHost = ({ protocolId, stageKey, children }) => {
  const work = fileWork(protocolId)
  return children(stageView({ work, stages: {} }, stageKey), work)
}
