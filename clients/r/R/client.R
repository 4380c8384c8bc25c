# In charge of the client that callers hold: where the service is, how patient to be, and what is known of the limit.

PREFIX <- "/api/v1"

sylva_client <- function(base_url = Sys.getenv("SYLVA_URL"), api_key = Sys.getenv("SYLVA_KEY"), timeout = 10,
                         max_retries = 4, max_wait = 120, wait_for_limit = TRUE, cache = NULL) {
  client <- new.env(parent = emptyenv())
  client$base_url <- api_address(base_url)
  client$api_key <- if (is.null(api_key) || !nzchar(api_key)) NULL else api_key
  client$timeout <- timeout
  client$max_retries <- max_retries
  client$max_wait <- max_wait
  client$wait_for_limit <- wait_for_limit
  client$cache <- cache
  client$window <- NULL
  structure(client, class = "sylva_client")
}

# The key is nobody's business.
print.sylva_client <- function(x, ...) {
  cat("<sylva client of ", x$base_url, ">\n", sep = "")
  invisible(x)
}

sylva_rate_limit <- function(client) {
  window <- client$window
  if (is.null(window)) return(NULL)
  list(limit = window$limit, remaining = window$remaining, reset_at = as.POSIXct(window$reset, origin = "1970-01-01", tz = "UTC"))
}

# With the version's prefix, whether it was there or not.
api_address <- function(given) {
  if (!grepl("^https?://[^/]", given)) {
    shown <- if (nzchar(given)) given else "empty"
    stop("base_url must begin with https:// or http://, such as https://trees.example.org; it is ", shown, ".", call. = FALSE)
  }
  address <- sub("/+$", "", sub("[?#].*$", "", given))
  if (endsWith(address, PREFIX)) address else paste0(address, PREFIX)
}

# Several values of a parameter are given one after the other; what is NULL is left out. Names may be written as in R.
query_string <- function(query) {
  query <- query[!vapply(query, is.null, NA)]
  names(query) <- gsub("_([a-z])", "\\U\\1", names(query), perl = TRUE)
  pairs <- unlist(lapply(names(query), function(name) paste0(name, "=", encode(as.character(query[[name]])))))
  if (length(pairs) == 0) "" else paste0("?", paste(pairs, collapse = "&"))
}

encode <- function(text) vapply(enc2utf8(text), curl::curl_escape, "", USE.NAMES = FALSE)
