'use client'

import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DefinitionList } from '@/components/ui/definition-list'
import { Drawer } from '@/components/ui/drawer'
import { ButtonLink } from '@/components/ui/link'
import { counted } from '@/components/workspace/imports/counted'
import type { RunItemView } from '@/lib/automation/prefill/contract'
import { durationText, FAILURE_TEXT, moneyText } from '@/lib/automation/prefill/rules'
import { NoteList } from './note-value'
import { ItemStateBadge } from './state-badges'

interface RunItemDrawerProps {
  projectId: string
  item: RunItemView
  /** Titles of the run's steps, by key. */
  titles: ReadonlyMap<string, string>
  /** What the run makes, in a word. */
  made: string
}

/** All that a run knows of one item: what it cost, why it failed, what its steps noted. */
export function RunItemDrawer({ projectId, item, titles, made }: RunItemDrawerProps) {
  const isEmpty = Object.keys(item.notes).length === 0
  return (
    <Drawer
      title={<bdi className="wrap-anywhere line-clamp-3">{item.title || 'Untitled'}</bdi>}
      className="w-[min(40rem,calc(100vw-2rem))]"
      trigger={
        <Button size="sm">
          Details
          <span className="sr-only"> of {item.title || `item ${item.position}`}</span>
        </Button>
      }
      footer={
        item.itemId ? (
          <ButtonLink href={`/projects/${projectId}/items/${item.itemId}`}>Open the item</ButtonLink>
        ) : undefined
      }
    >
      <div className="space-y-5">
        <DefinitionList
          items={[
            { term: 'State', description: <ItemStateBadge state={item.state} /> },
            { term: made, description: item.suggestions.toLocaleString('en') },
            { term: 'Cost', description: `${moneyText(item.spentMicro)}, ${callsOf(item)}` },
            { term: 'Time', description: item.millis === 0 ? 'Not begun' : durationText(item.millis) },
            { term: 'Attempts', description: item.attempts.toLocaleString('en') },
          ]}
        />
        <Why item={item} titles={titles} />
        {isEmpty ? (
          <p className="text-muted text-sm">Its steps noted nothing.</p>
        ) : (
          <div className="space-y-5">
            <NoteList notes={item.notes} titles={titles} />
          </div>
        )}
      </div>
    </Drawer>
  )
}

const callsOf = ({ calls, cachedCalls }: RunItemView) =>
  cachedCalls === 0
    ? counted(calls, 'call')
    : `${counted(calls, 'call')} and ${cachedCalls} answered from what was kept`

function Why({ item, titles }: Pick<RunItemDrawerProps, 'item' | 'titles'>) {
  if (!item.error && !item.errorCode) return null
  const step = item.step ? `${titles.get(item.step) ?? item.step}: ` : ''
  const title = item.errorCode ? FAILURE_TEXT[item.errorCode] : 'What was said'
  return (
    <Callout tone={item.state === 'failed' ? 'danger' : 'warning'} live={false} title={`${step}${title}`}>
      <span dir="auto" className="wrap-anywhere">
        {item.error}
      </span>
    </Callout>
  )
}
