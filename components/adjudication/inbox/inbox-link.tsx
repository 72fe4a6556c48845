'use client'

import { usePathname, useRouter } from 'next/navigation'
import { SHELL_BINDINGS, SHELL_KEYS } from '@/components/shell/keys'
import { buttonClass } from '@/components/ui/button-class'
import { Inbox } from '@/components/ui/icons'
import { PageLink } from '@/components/ui/page-link'
import { useKeymap } from '@/components/ui/use-keymap'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import { useWaitingCount } from '@/lib/adjudication/inbox/hooks'

const INBOX = '/inbox'
/** More are not counted out: the bar has room for three signs. */
const MOST_SHOWN = 99

/** In the bar of every page: the way to the inbox, and how many decisions wait there. */
export function InboxLink() {
  const waiting = useWaitingCount() ?? 0
  const router = useRouter()
  const here = usePathname() === INBOX
  const aria = useAriaKeys()
  useKeymap(SHELL_BINDINGS, { inbox: here ? undefined : () => router.push(INBOX) })
  return (
    <PageLink
      href={INBOX}
      // Read anew when it is opened: it changes with everything that is done elsewhere.
      prefetch={false}
      aria-current={here ? 'page' : undefined}
      aria-keyshortcuts={aria(SHELL_KEYS.inbox)}
      className={buttonClass('ghost', 'md', 'px-2 aria-[current]:bg-hover')}
    >
      <Inbox aria-hidden className="size-5 shrink-0" />
      <span className="max-sm:sr-only">Inbox</span>
      {waiting > 0 ? (
        <span className="min-w-5 rounded-full bg-accent px-1.5 text-center text-on-accent text-xs leading-5 tabular-nums">
          {waiting > MOST_SHOWN ? `${MOST_SHOWN}+` : waiting}
          <span className="sr-only"> waiting</span>
        </span>
      ) : null}
    </PageLink>
  )
}
