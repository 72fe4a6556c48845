'use client'
import { AlertDialog } from '@/components/ui/alert-dialog'
import type { LeftBehind } from '@/lib/platform/client/left-behind'
import { signOutHere } from '@/lib/platform/client/sign-out'

type SignOutDialogProps = { left: LeftBehind; open: boolean; onOpenChange: (open: boolean) => void }

/** Says before signing out what only this browser has. */
export function SignOutDialog({ left, open, onOpenChange }: SignOutDialogProps) {
  return (
    <AlertDialog
      tone="primary"
      title="Sign out although something is not saved?"
      description={`${inWords(left)} on this device and nowhere else. It stays here after you sign out, where others who use this browser may find it, and is sent when you sign in here again. Stay to let it be saved first.`}
      confirmLabel="Sign out"
      cancelLabel="Stay"
      open={open}
      onOpenChange={onOpenChange}
      onConfirm={signOutHere}
    />
  )
}

/** How much lies here: "2 changes and 1 text that was not sent are". */
export function inWords({ changes, texts }: LeftBehind): string {
  const counted = [
    changes > 0 ? `${changes} unsaved ${changes === 1 ? 'change' : 'changes'}` : null,
    texts > 0 ? `${texts} unsent ${texts === 1 ? 'text' : 'texts'}` : null,
  ].filter((each) => each !== null)
  return `${counted.join(' and ')} ${changes + texts === 1 ? 'is' : 'are'}`
}
