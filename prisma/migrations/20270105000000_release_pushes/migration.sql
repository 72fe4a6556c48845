-- CreateEnum
CREATE TYPE "PushState" AS ENUM ('running', 'done', 'failed', 'cancelled');

-- CreateTable
CREATE TABLE "release_pushes" (
    "id" UUID NOT NULL,
    "release_id" UUID NOT NULL,
    "state" "PushState" NOT NULL DEFAULT 'running',
    "place" JSONB NOT NULL,
    "sealed" BYTEA NOT NULL,
    "secret_id" TEXT NOT NULL,
    "upload" JSONB,
    "files" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,
    "same_files" INTEGER NOT NULL DEFAULT 0,
    "sent_bytes" BIGINT NOT NULL DEFAULT 0,
    "error" TEXT,
    "revision" TEXT,
    "created_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "release_pushes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "release_pushes_release_id_idx" ON "release_pushes"("release_id");

-- AddForeignKey
ALTER TABLE "release_pushes" ADD CONSTRAINT "release_pushes_release_id_fkey" FOREIGN KEY ("release_id") REFERENCES "releases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release_pushes" ADD CONSTRAINT "release_pushes_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
