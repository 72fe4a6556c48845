-- With name, size and first bytes it says whether a file is the one whose upload broke off; null where nobody said it.
ALTER TABLE "imports" ADD COLUMN "file_modified_at" TIMESTAMPTZ(3);
