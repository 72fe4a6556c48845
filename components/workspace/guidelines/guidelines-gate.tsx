'use client'

import { useRouter } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { useKeymap } from '@/components/ui/use-keymap'
import type { Guideline } from '@/lib/workspace/guidelines/contract'
import { useConfirmGuideline } from '@/lib/workspace/guidelines/hooks'
import { GuidelineText } from './guideline-text'
import { GUIDELINES_BINDINGS, GUIDELINES_KEYS } from './keys'

type GuidelinesGateProps = { projectId: string; guideline: Guideline }

/** What an annotator reads and confirms before their first task; then the task opens in its place. */
export function GuidelinesGate({ projectId, guideline }: GuidelinesGateProps) {
  const router = useRouter()
  const confirm = useConfirmGuideline(projectId)
  const isBusy = confirm.isPending || confirm.isSuccess
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
      <PageHeader
        title="Before your first task"
        description="Read the guidelines and confirm it once. They stay one key away while you work."
      />
      <Panel title={`Guidelines, version ${guideline.version}`}>
        <GuidelineText headingLevel={3} body={guideline.body} />
      </Panel>
      {confirm.error ? (
        <Callout
          tone="danger"
          title="Not confirmed"
          actions={
            <Button size="sm" onClick={() => router.refresh()}>
              Load the guidelines again
            </Button>
          }
        >
          {confirm.error.message}
        </Callout>
      ) : null}
      <div className="mt-5">
        <Button variant="primary" shortcut={GUIDELINES_KEYS.confirm} loading={isBusy} onClick={submit}>
          I have read the guidelines
        </Button>
      </div>
    </div>
  )
}
