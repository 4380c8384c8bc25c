# In charge of answers that are kept on disk, to be asked for conditionally. One that fails is taken for one that has nothing.

MOST_KEPT <- 500

recall <- function(folder, address) {
  if (is.null(folder)) return(NULL)
  kept <- tryCatch(suppressWarnings(readRDS(cache_file(folder, address))), error = function(e) NULL)
  if (identical(kept$address, address)) kept else NULL
}

remember <- function(folder, address, etag, text) {
  if (is.null(folder) || is.null(etag)) return(invisible())
  tryCatch(suppressWarnings({
    dir.create(folder, recursive = TRUE, showWarnings = FALSE, mode = "0700")
    part <- tempfile("part-", folder)
    saveRDS(list(address = address, etag = etag, text = text), part)
    Sys.chmod(part, "0600", use_umask = FALSE)
    file.rename(part, cache_file(folder, address))
    forget_oldest(folder)
  }), error = function(e) NULL)
  invisible()
}

forget_oldest <- function(folder) {
  files <- list.files(folder, "\\.rds$", full.names = TRUE)
  if (length(files) > MOST_KEPT) unlink(files[order(file.mtime(files))][seq_len(length(files) - MOST_KEPT)])
}

cache_file <- function(folder, address) {
  note <- tempfile()
  on.exit(unlink(note))
  writeLines(address, note)
  file.path(folder, paste0(tools::md5sum(note)[[1]], ".rds"))
}
