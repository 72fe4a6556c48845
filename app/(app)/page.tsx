import { redirect } from 'next/navigation'

/** Everybody starts with their projects. */
export default function HomePage() {
  redirect('/projects')
}
