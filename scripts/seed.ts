import { seedDemo } from '@/prisma/seed'

/** Puts the demo data into the database that DATABASE_URL names, where nobody can sign in there yet, and exits. */
export async function main(): Promise<void> {
  await seedDemo()
  process.exit(0)
}
