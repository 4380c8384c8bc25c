# In charge of what can go wrong: one class of condition for each cause, with the service's own problem inside where it sent one.

sylva_error <- function(kind, message, address = NULL, status = NULL, problem = NULL, retry_after = NULL, ...) {
  if (!is.null(address)) message <- sprintf("%s (%s)", message, address)
  fields <- list(
    message = message, call = NULL, address = address, status = status, problem = problem,
    code = problem$code, retry_after = retry_after, ...
  )
  structure(fields, class = c(paste0("sylva_", kind), "sylva_error", "error", "condition"))
}

changed_error <- function(before, after) {
  message <- sprintf("The catalogue changed from %s to %s while it was read.", before, after)
  sylva_error("catalogue_changed", message, before = before, after = after)
}

# A revision that the service named; it becomes part of a file's name.
checked_revision <- function(given, where) {
  is_one <- is.character(given) && length(given) == 1 && grepl("^r[1-9][0-9]*\\z", given, perl = TRUE)
  if (is_one) return(given)
  shown <- if (is.null(given)) "missing" else encodeString(as.character(given)[1], quote = "'")
  stop(sylva_error("unexpected_answer", sprintf("%s is %s in place of a revision such as r12.", where, shown), status = 200))
}

# The error for an answer that is none of success.
error_of <- function(status, text, address, retry_after) {
  problem <- problem_in(text)
  message <- if (is.null(problem)) sprintf("The service answered with status %d.", status) else paste0(problem$title, ": ", problem$detail)
  sylva_error(kind_of(status, problem), message, address, status, problem, retry_after)
}

kind_of <- function(status, problem) {
  if (identical(problem$code, "invalid-parameter")) return("invalid_parameter")
  if (status >= 500) return("server_error")
  if (status < 400) return("unexpected_answer")
  switch(as.character(status), "401" = "unauthorized", "404" = "not_found", "429" = "rate_limited", "refused")
}

# What stands between may answer in its own words.
problem_in <- function(text) {
  value <- tryCatch(jsonlite::fromJSON(text, simplifyVector = FALSE), error = function(e) NULL)
  if (is.list(value) && is.character(value$code) && is.character(value$requestId)) value else NULL
}
