# Does with the R client, installed as a package, what it reads, one call a line, and tells what came of it.

library(sylva)

KINDS <- c(
  sylva_invalid_parameter = "InvalidParameterError", sylva_unauthorized = "UnauthorizedError", sylva_not_found = "NotFoundError",
  sylva_rate_limited = "RateLimitedError", sylva_refused = "RefusedError", sylva_server_error = "ServerError",
  sylva_network_error = "NetworkError", sylva_timeout = "TimeoutError", sylva_unexpected_answer = "UnexpectedAnswerError",
  sylva_catalogue_changed = "CatalogueChangedError"
)

client_for <- function(call) {
  given <- c(timeout = "timeoutSeconds", max_retries = "maxRetries", max_wait = "maxWaitSeconds", cache = "cache")
  options <- Filter(Negate(is.null), lapply(given, function(name) call[[name]]))
  if (!is.null(call$env)) do.call(Sys.setenv, call$env)
  do.call(sylva_client, c(Filter(Negate(is.null), list(base_url = call$baseUrl, api_key = call$apiKey)), options))
}

with_query <- function(work, client, call, ...) do.call(work, c(list(client, ...), lapply(call$query, unlist)))

rows <- function(frame) {
  lapply(seq_len(nrow(frame)), function(at) Filter(function(value) !all(is.na(value)), as.list(frame[at, ])))
}

DOES <- list(
  page = function(client, call) with_query(sylva_page, client, call),
  walk = function(client, call) {
    change <- if (is.null(call$onChange)) list() else list(on_change = call$onChange)
    as.list(do.call(sylva_trees, c(list(client), lapply(call$query, unlist), change))$slug)
  },
  tree = function(client, call) with_query(sylva_tree, client, call, call$slug),
  families = function(client, call) {
    lapply(rows(with_query(sylva_families, client, call)), function(family) {
      if (!is.null(family$genera)) family$genera <- rows(family$genera[[1]])
      family
    })
  },
  match = function(client, call) {
    frame <- sylva_match(client, unlist(call$names))
    lapply(seq_len(nrow(frame)), function(at) {
      slug <- frame$slug[at]
      list(name = frame$name[at], status = frame$status[at], tree = if (!is.na(slug)) list(slug = slug))
    })
  },
  changes = function(client, call) rows(sylva_changes(client, call$since)),
  export = function(client, call) {
    frame <- with_query(sylva_export, client, call)
    columns <- frame[, c("slug", "title.en", "title.es")]
    list(revision = attr(frame, "revision"), trees = rows(columns))
  },
  sync = function(client, call) {
    result <- sylva_sync(client, call$folder)
    list(revision = result$revision, isWhole = result$is_whole, upserted = result$upserted, removed = result$removed)
  }
)

outcome <- function(call) {
  tryCatch(list(value = DOES[[call$does]](client_for(call), call)), error = function(e) {
    kind <- KINDS[class(e)[1]]
    known <- if (inherits(e, "sylva_error")) e else list()
    list(error = list(
      kind = if (is.na(kind)) class(e)[1] else kind[[1]], message = conditionMessage(e),
      status = known$status, code = known$code, retryAfterSeconds = known$retry_after
    ))
  })
}

input <- file("stdin", "r")
while (length(line <- readLines(input, 1, encoding = "UTF-8")) > 0) {
  call <- jsonlite::fromJSON(line, simplifyVector = FALSE)
  told <- jsonlite::toJSON(outcome(call), auto_unbox = TRUE, null = "null", digits = NA)
  cat(enc2utf8(told), "\n", sep = "")
  flush(stdout())
}
