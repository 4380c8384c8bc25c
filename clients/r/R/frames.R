# In charge of records as data frames; tibbles where that package is installed.

as_frame <- function(frame) {
  if (is.null(frame) || length(frame) == 0) frame <- data.frame()
  frame[["_links"]] <- NULL
  if (requireNamespace("tibble", quietly = TRUE)) tibble::as_tibble(frame) else frame
}

# Of JSON objects, one row each: lists of values stay lists, groups of values become columns such as identifiers.wfo.
frame_of_json <- function(text) jsonlite::fromJSON(text, simplifyMatrix = FALSE, flatten = TRUE)

# Of lists that were read before: some of their values.
column <- function(records, name) {
  vapply(records, function(record) as.character(record[[name]] %||% NA), "", USE.NAMES = FALSE)
}
