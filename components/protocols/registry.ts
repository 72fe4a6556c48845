import dynamic from 'next/dynamic'
import { createElement, type ReactNode } from 'react'
import { type ProtocolView, type StageView, stageView, type ViewHost, viewHost } from './protocol-view'

interface Entry {
  load(): Promise<ProtocolView>
  /** Comes with the page; the import has to be spelled out here for that. */
  Host: ViewHost
}

// Each protocol's forms are loaded only by those who work with it.
const views: Record<string, Entry> = {
  felm: {
    load: () => import('./felm/view').then(({ felmView }) => felmView),
    Host: dynamic(() => import('./felm/view').then(({ felmView }) => viewHost(felmView))),
  },
  'factcheck-bench': {
    load: () => import('./factcheck-bench/view').then(({ factcheckBenchView }) => factcheckBenchView),
    Host: dynamic(() =>
      import('./factcheck-bench/view').then(({ factcheckBenchView }) => viewHost(factcheckBenchView)),
    ),
  },
}

function entryOf(protocolId: string): Entry {
  const entry = views[protocolId]
  if (!entry) throw new Error(`There are no forms for the protocol "${protocolId}".`)
  return entry
}

/** The forms of a protocol's stage. Rejects for a protocol that has none. */
export async function viewOf(protocolId: string, stageKey: string): Promise<StageView> {
  return stageView(await entryOf(protocolId).load(), stageKey)
}

/** Draws its child with the forms of a protocol's stage. Throws for a protocol that has none. */
export function WithView(props: { protocolId: string; stageKey: string; children: (view: StageView) => ReactNode }) {
  const { protocolId, stageKey, children } = props
  return createElement(entryOf(protocolId).Host, { stageKey, children })
}
