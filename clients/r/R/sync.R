# In charge of a copy in a folder: one file for a revision, put in place when it is whole, so that whatever ends the program, the
# folder holds the revision before or the next.

# With more changes than this, everything in one answer is less work for both sides.
MOST_CHANGES <- 2000
WHOLE <- "^trees-r([1-9][0-9]*)\\.ndjson$"

sylva_sync <- function(client, folder) {
  dir.create(folder, recursive = TRUE, showWarnings = FALSE)
  found <- grep(WHOLE, list.files(folder), value = TRUE)
  since <- if (length(found) > 0) paste0("r", sub(WHOLE, "\\1", found[which.max(as.numeric(sub(WHOLE, "\\1", found)))]))
  clear_folder(folder, since)
  for (restarts in 0:MOST_RESTARTS) {
    result <- tryCatch(bring_up(client, folder, since), sylva_catalogue_changed = function(e) e)
    if (!inherits(result, "error")) return(result)
  }
  stop(result)
}

bring_up <- function(client, folder, since) {
  known <- if (!is.null(since)) changes_since(client, since)
  if (is.null(known) || length(known$slug) > MOST_CHANGES) {
    everything <- export_lines(client, list())
    return(put_copy(folder, everything$lines, everything$revision, TRUE, length(everything$lines), 0L))
  }
  if (known$revision == since) {
    return(list(revision = since, file = copy_file(folder, since), is_new = FALSE, is_whole = FALSE, upserted = 0L, removed = 0L))
  }
  gone <- known$slug[known$change == "removed"]
  came <- fetch_trees(client, known$revision, setdiff(known$slug, gone))
  kept <- read_lines(copy_file(folder, since))
  lines <- c(kept[!(slugs_of(kept) %in% known$slug)], came)
  put_copy(folder, lines, known$revision, FALSE, length(came), length(gone))
}

# NULL where the service does not know them any more.
changes_since <- function(client, since) {
  tryCatch(gather_changes(client, since), sylva_refused = function(e) if (identical(e$code, "revision-expired")) NULL else stop(e))
}

# All of them before the first is used: what fails on the way then leaves nothing to be undone.
fetch_trees <- function(client, revision, slugs) {
  if (length(slugs) == 0) return(character())
  lines <- unlist(lapply(groups_of(slugs), function(group) {
    part <- export_lines(client, list(slug = group))
    if (part$revision != revision) stop(changed_error(revision, part$revision))
    part$lines
  }))
  if (length(lines) != length(slugs)) {
    stop(sylva_error("unexpected_answer", sprintf("%d of %d changed trees came.", length(lines), length(slugs)), status = 200))
  }
  lines
}

export_lines <- function(client, query) {
  file <- tempfile()
  on.exit(unlink(file))
  revision <- fetch_export(client, query, file)
  list(revision = revision, lines = read_lines(file))
}

slugs_of <- function(lines) sub("^\\{\"slug\":\"([^\"]*)\".*$", "\\1", lines)

put_copy <- function(folder, lines, revision, is_whole, upserted, removed) {
  part <- tempfile("trees-", folder, ".part")
  on.exit(unlink(part))
  writeLines(lines[order(slugs_of(lines), method = "radix")], part, useBytes = TRUE)
  target <- copy_file(folder, revision)
  if (!file.rename(part, target)) stop("The copy cannot be put in place: ", target, call. = FALSE)
  clear_folder(folder, revision)
  list(revision = revision, file = target, is_new = TRUE, is_whole = is_whole, upserted = upserted, removed = removed)
}

copy_file <- function(folder, revision) file.path(folder, paste0("trees-", revision, ".ndjson"))

clear_folder <- function(folder, kept) {
  names <- grep(paste0(WHOLE, "|^trees-.*\\.part$"), list.files(folder), value = TRUE)
  unlink(file.path(folder, setdiff(names, if (!is.null(kept)) basename(copy_file(folder, kept)))))
}
