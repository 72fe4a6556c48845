import { removeTraces } from './left-behind'

/**
 * Signs this browser out and goes to the page where one signs in. What was not sent stays on the device, as do the keys
 * that they chose; the traces of their work go. What signing out takes is loaded only now.
 */
export async function signOutHere(): Promise<void> {
  const { signOut } = await import('next-auth/react')
  removeTraces()
  await signOut({ callbackUrl: '/sign-in' })
}
