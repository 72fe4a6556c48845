'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { ShortcutSheet } from '@/components/shell/shortcut-sheet'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Folded } from '@/components/ui/folded'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { useKeymap } from '@/components/ui/use-keymap'
import type { Guideline, GuidelineGate } from '@/lib/workspace/guidelines/contract'
import { useConfirmGuideline } from '@/lib/workspace/guidelines/hooks'
import { GuidelineText } from './guideline-text'
import { GuidelinesDifference } from './guidelines-difference'
import { GUIDELINES_BINDINGS, GUIDELINES_KEYS } from './keys'

/** What an annotator reads and confirms before their first task, or once the guidelines have changed; then the task opens in its place. */
export function GuidelinesGate({ projectId, guideline, changed }: GuidelineGate) {
  const router = useRouter()
  const confirm = useConfirmGuideline(projectId)
  // A later version was loaded: what was said of the one before is over.
  const isThis = confirm.variables === guideline.version
  const isBusy = confirm.isPending || (confirm.isSuccess && isThis)
  const error = isThis ? confirm.error : null
  const failure = useRef<HTMLDivElement>(null)
  // By key one confirms from anywhere on the page.
  useEffect(() => {
    if (error) failure.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  const open = () => {
    // The task begins at its top, not where the guidelines end.
    window.scrollTo(0, 0)
    router.refresh()
  }
  const submit = () => {
    if (!isBusy) confirm.mutate(guideline.version, { onSuccess: open })
  }
  useKeymap(GUIDELINES_BINDINGS, { confirm: submit })
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-6 sm:px-6">
      {changed ? (
        <Changed guideline={guideline} changed={changed} />
      ) : (
        <>
          <PageHeader
            title="Before your first task"
            description="Read the guidelines and confirm it once. They stay one key away while you work."
          />
          <Panel title={`Guidelines, version ${guideline.version}`}>
            <GuidelineText headingLevel={3} body={guideline.body} />
          </Panel>
        </>
      )}
      <div ref={failure} className="scroll-mb-24">
        {error ? (
          <Callout
            tone="danger"
            title="Not confirmed"
            actions={
              <Button size="sm" onClick={() => router.refresh()}>
                Load the guidelines again
              </Button>
            }
          >
            {error.message}
          </Callout>
        ) : null}
      </div>
      <div className="sticky bottom-0 z-10 mt-5 flex items-center justify-between gap-2 border-line border-t bg-canvas py-3 low:static">
        <Button variant="primary" shortcut={GUIDELINES_KEYS.confirm} loading={isBusy} onClick={submit}>
          {changed ? 'I have read what changed' : 'I have read the guidelines'}
        </Button>
        <ShortcutSheet bindings={GUIDELINES_BINDINGS} />
      </div>
    </div>
  )
}

/** What changed since the version that the annotator worked under, with what its writers say of it, and all of it below. */
function Changed({ guideline, changed }: { guideline: Guideline; changed: NonNullable<GuidelineGate['changed']> }) {
  const { before, notes } = changed
  return (
    <>
      <PageHeader
        title="The guidelines have changed"
        description={`You have worked under version ${before.version}. Read what changed and confirm it: the task opens in its place.`}
      />
      <Panel title={`What changed up to version ${guideline.version}`}>
        <ul className="mb-5 space-y-1 text-sm">
          {notes.map(({ version, note }) => (
            <li key={version}>
              Version {version}: <span dir="auto">{note}</span>
            </li>
          ))}
        </ul>
        <GuidelinesDifference headingLevel={3} before={before.body} after={guideline.body} />
      </Panel>
      <Folded title={`Guidelines, version ${guideline.version}, as a whole`} className="mt-5">
        <GuidelineText headingLevel={3} body={guideline.body} />
      </Folded>
    </>
  )
}
