/** What signing in takes is loaded only now: the hooks of accounts are a part of pages on which nobody signs in. */
const load = () => import('next-auth/react')

/** Signs this browser in with a password; returns the code of what went wrong, or null. */
export async function signInWithPassword(email: string, password: string): Promise<string | null> {
  const result = await load()
    .then(({ signIn }) => signIn('credentials', { redirect: false, email, password }))
    .catch(() => null)
  if (!result) return 'unavailable'
  return result.ok && !result.error ? null : (result.error ?? 'unavailable')
}

/** Leaves for the identity provider, which brings the browser back to `path`. */
export async function signInWithProvider(path: string): Promise<void> {
  const { signIn } = await load()
  await signIn('oidc', { callbackUrl: path })
}
