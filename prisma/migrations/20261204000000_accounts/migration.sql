-- Creating projects is a right that administrators give. Whoever manages a project today, or administers the house, keeps it.
ALTER TABLE "users" ADD COLUMN "can_create_projects" BOOLEAN NOT NULL DEFAULT false;
UPDATE "users" u SET "can_create_projects" = true
WHERE u."is_admin" OR EXISTS (SELECT 1 FROM "memberships" m WHERE m."user_id" = u."id" AND m."role" = 'manager');
ALTER TABLE "invitations" ADD COLUMN "can_create_projects" BOOLEAN NOT NULL DEFAULT false;

-- A subject is unique only within its issuer. Identities of before have no issuer until their owner comes in again.
ALTER TABLE "users" ADD COLUMN "oidc_issuer" TEXT;
DROP INDEX "users_oidc_subject_key";
CREATE UNIQUE INDEX "users_oidc_issuer_oidc_subject_key" ON "users" ("oidc_issuer", "oidc_subject");

-- Growing delays: from when the next attempt is looked at, and how many were refused until then.
ALTER TABLE "throttles" ADD COLUMN "free_at" TIMESTAMPTZ(3);
ALTER TABLE "throttles" ADD COLUMN "refused" INTEGER NOT NULL DEFAULT 0;
